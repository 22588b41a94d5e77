import { parseQuantity, lineAmount as priceOf } from "../../../../domain/invoice-lines.ts";
import {
  amountProblem,
  decimalPlaces,
  formatInputAmount,
  formatMoney,
  MAX_AMOUNT,
  parseMoney,
} from "../../../../domain/money.ts";
import type { AdminInvoice, Client } from "./api.ts";

export type DraftLine = {
  key: string;
  description: string;
  quantity: string;
  /** The price of one, or what a discount lowers the total by. */
  unit: string;
  isDiscount?: true;
  /** A discount that is a share of the prices less the discounts above it. */
  percent?: string;
};
/** An invoice in the form: raw input that is not parsed yet. */
export type InvoiceDraft = {
  client: Client | null;
  description: string;
  due: string;
  currency: string;
  /** The service period, both or none. */
  from: string;
  until: string;
  lines: DraftLine[];
};
export type DraftErrors = Record<string, string>;
type ParsedLine = { description: string; quantity: number; unit_amount: number; is_discount: boolean };

let lineCount = 0;
const nextKey = () => {
  lineCount += 1;
  return `line-${lineCount}`;
};

const numberOf = (line: DraftLine | undefined): number => Number(line?.key.replace("line-", "") ?? 0);

export function emptyLine(): DraftLine {
  return { key: nextKey(), description: "", quantity: "1", unit: "" };
}

/**
 * The lines with a new one: a discount at the end, any other above the discounts there. A price replaces the empty line that a new
 * invoice begins with. A discount doesn't, because it needs a price.
 */
export function addLine(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  if (line.isDiscount) return [...lines, line];
  const kept = lines.filter(({ description, unit }) => line.description === "" || description || unit);
  const place = kept.findLastIndex(({ isDiscount }) => !isDiscount) + 1;
  const below = kept.slice(place);
  if (below.length === 0) return [...kept, line];
  // Keys stay in the order of the lines, which restoreLine needs, and no key is given twice, even after a line was removed: the
  // fraction grows with the number of the line.
  const above = Math.floor(numberOf(kept[place - 1]));
  return [...kept.slice(0, place), { ...line, key: `line-${above + 1 - 1 / numberOf(line)}` }, ...below];
}

/** The form values for an existing draft. A draft without lines gets one line with its description and amount. */
export function toDraft({ invoice, client, lines }: AdminInvoice): InvoiceDraft {
  const { currency, amount } = invoice;
  const whole = { description: invoice.description ?? "", quantity: 1, unit_amount: amount, is_discount: false };
  const shown = lines.length > 0 ? lines : amount > 0 ? [whole] : [];
  return {
    client,
    description: invoice.description ?? "",
    due: invoice.due_date ?? "",
    from: invoice.service_from ?? "",
    until: invoice.service_until ?? "",
    currency,
    lines:
      shown.length === 0
        ? [emptyLine()]
        : shown.map((line, at) => ({
            ...emptyLine(),
            description: line.description,
            ...(line.is_discount
              ? {
                  unit: formatInputAmount({ amount: -priceOf(line.quantity, line.unit_amount) || 0, currency }),
                  isDiscount: true,
                  ...storedPercent(at, shown),
                }
              : {
                  quantity: String(line.quantity),
                  unit: formatInputAmount({ amount: line.unit_amount, currency }),
                }),
          })),
  };
}

/** '10' and 'Discount' for a stored discount 'Discount (10%)', if it is still that share. */
function storedPercent(at: number, all: readonly ParsedLine[]): { percent?: string; description?: string } {
  const { description = "", unit_amount } = all[at] ?? {};
  const percent = PERCENT.exec(description)?.[1];
  if (!percent) return {};
  const base = all
    .filter((line, other) => !line.is_discount || other < at)
    .reduce((sum, line) => sum + priceOf(line.quantity, line.unit_amount), 0);
  return shareOf(base, percent) === unit_amount ? { percent, description: withoutPercent(description) } : {};
}

const PERCENT = /\((\d{1,3}(?:\.\d{1,2})?)%\)$/;
const withoutPercent = (text: string): string => text.trim().replace(PERCENT, "").trim();

/** A discount in the smallest unit, zero or less; null for anything but a number from 0 to 100. */
function shareOf(base: number, percent: string): number | null {
  const share = /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? Number(percent) : Number.NaN;
  return share <= 100 ? -Math.round((Math.max(base, 0) * share) / 100) || 0 : null;
}

/** A line that takes off an amount or a percentage. */
export function discountLine(kind: "amount" | "percent"): DraftLine {
  return { ...emptyLine(), description: "Discount", isDiscount: true, ...(kind === "percent" && { percent: "" }) };
}

/** The draft in another currency. Prices stay the same numbers, written as that currency writes them: 250.00 dollars become 250 yen. */
export function inCurrency({ currency: before, lines, ...draft }: InvoiceDraft, currency: string): InvoiceDraft {
  const places = decimalPlaces(currency) - decimalPlaces(before);
  const written = (unit: string) => {
    const amount = parseMoney(unit, before);
    if (amount === null) return unit;
    const same = places < 0 ? amount / 10 ** -places : amount * 10 ** places;
    // A fraction that the currency doesn't have stays, and the field says so.
    return !Number.isInteger(same) || parseMoney(unit, currency) === same
      ? unit
      : formatInputAmount({ amount: same, currency });
  };
  return { ...draft, currency, lines: lines.map((line) => ({ ...line, unit: written(line.unit) })) };
}

/** A line with a price, such as a tier's. */
export function pricedLine(description: string, amount: number, currency: string): DraftLine {
  return { ...emptyLine(), description, unit: formatInputAmount({ amount, currency }) };
}

/** A wrong quantity is an input, too: it isn't skipped in silence. */
export const isEmpty = ({ description, quantity, unit, percent }: DraftLine) =>
  !description.trim() &&
  !unit.trim() &&
  percent === undefined &&
  (!quantity.trim() || parseQuantity(quantity) !== null);

/** The lines with one that was removed in its place again. Their keys are in their order. */
export function restoreLine(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  return [...lines.filter(({ key }) => key !== line.key), line].sort((a, b) => numberOf(a) - numberOf(b));
}

/** The amount of a line in the smallest unit; null while its input is invalid. */
export function lineAmount(
  line: DraftLine,
  { lines, currency }: Pick<InvoiceDraft, "lines" | "currency">,
): number | null {
  if (line.percent === undefined) return pricedAmount(line, currency);
  return shareOf(discountBase(line, { lines, currency }), line.percent);
}

/** What a percentage is taken of: all prices, less the discounts above it. So the discounts of an invoice count from top to bottom. */
export function discountBase(
  { key }: DraftLine,
  { lines, currency }: Pick<InvoiceDraft, "lines" | "currency">,
): number {
  const prices = lines.filter(({ isDiscount }) => !isDiscount);
  let left = prices.reduce((sum, line) => sum + (pricedAmount(line, currency) ?? 0), 0);
  for (const line of lines) {
    if (line.key === key) break;
    if (line.isDiscount)
      left += (line.percent === undefined ? pricedAmount(line, currency) : shareOf(left, line.percent)) ?? 0;
  }
  return Math.max(left, 0);
}

/** The price of one in the smallest unit; null while its input is invalid. A percentage has its amount. */
export function unitAmount(line: DraftLine, draft: Pick<InvoiceDraft, "lines" | "currency">): number | null {
  return line.percent === undefined ? priceOfOne(line, draft.currency) : lineAmount(line, draft);
}

/** The typed price; for a discount, what it takes from the total, with or without a minus sign. A price below zero or above the maximum is invalid. */
function priceOfOne({ unit, isDiscount }: DraftLine, currency: string): number | null {
  const typed = parseMoney(unit, currency);
  if (typed === null || Math.abs(typed) > MAX_AMOUNT || (typed < 0 && !isDiscount)) return null;
  return isDiscount ? -Math.abs(typed) || 0 : typed;
}

function pricedAmount(line: DraftLine, currency: string): number | null {
  const each = priceOfOne(line, currency);
  const number = parseQuantity(line.quantity);
  return each === null || number === null ? null : priceOf(number, each);
}

/** The total of all valid lines. */
export function draftTotal(draft: InvoiceDraft): number {
  return draft.lines.reduce((total, line) => total + (lineAmount(line, draft) ?? 0), 0);
}

/** The text of a line on the invoice: 'Discount (10%)' for a percentage. */
export function lineText({ description, percent }: DraftLine): string {
  return percent === undefined ? description.trim() : `${withoutPercent(description)} (${percent.trim()}%)`.trim();
}

/** Parses the input for storage, or returns errors by control name. Empty lines are skipped. */
export function parseDraft(draft: InvoiceDraft): { errors: DraftErrors } | { errors: null; lines: ParsedLine[] } {
  const errors: DraftErrors = {};
  if (!draft.client) errors.client = "Choose a client";
  if (Boolean(draft.from) !== Boolean(draft.until)) errors.until = "Choose both days or neither";
  else if (draft.until < draft.from) errors.until = "Choose the same day or a later one";
  const lines: ParsedLine[] = [];
  for (const line of draft.lines) {
    if (isEmpty(line)) continue;
    const unit_amount = unitAmount(line, draft);
    const quantity = parseQuantity(line.quantity);
    if (!line.description.trim()) errors[`${line.key}-description`] = "Description is required";
    if (quantity === null) errors[`${line.key}-quantity`] = "A number from 0.01 to 100,000, such as 1.5";
    if (unit_amount === null) errors[`${line.key}-unit`] = wrongPrice(line, draft.currency);
    else if (quantity !== null)
      lines.push({ description: lineText(line), quantity, unit_amount, is_discount: line.isDiscount ?? false });
  }
  const total = draftTotal(draft);
  if (total < 0) errors.total = "The total can't be below zero";
  if (total > MAX_AMOUNT)
    errors.total = `The total can be at most ${formatMoney({ amount: MAX_AMOUNT, currency: draft.currency })}`;
  return Object.keys(errors).length > 0 ? { errors } : { errors: null, lines };
}

function wrongPrice({ unit, percent }: DraftLine, currency: string): string {
  if (percent !== undefined) return "A number from 0 to 100";
  const typed = parseMoney(unit, currency);
  return typed === null || Math.abs(typed) > MAX_AMOUNT
    ? amountProblem(unit, currency, "1200.50")
    : "A price can't be below zero. Add a discount instead.";
}

/** As the database says it when it refuses. */
export const ARCHIVED = "This account is archived. Restore it first.";

/** What sending requires beyond saving, and is still missing. */
export function missingToSend(draft: InvoiceDraft, today: string): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.due) errors.due = "Due date is required";
  else if (draft.due < today) errors.due = "Choose today or a later date";
  if (draftTotal(draft) === 0)
    errors.total = draft.lines.some((line) => lineAmount(line, draft))
      ? "The total can't be zero"
      : "Add a line with an amount";
  const [first] = draft.lines;
  if (first && draft.lines.every(isEmpty)) {
    errors[`${first.key}-description`] = "Description is required";
    errors[`${first.key}-unit`] = wrongPrice(first, draft.currency);
  }
  if (draft.client?.id === null)
    errors.client = draft.client.email
      ? "No one has joined this account yet. You can send the invoice when the owner has accepted the invitation."
      : "No one has joined this account yet. Invite its owner, and send the invoice when they have joined.";
  return errors;
}

/** Whether two form states are stored the same way. */
export function isSameDraft(one: InvoiceDraft, other: InvoiceDraft): boolean {
  const plain = ({ client, lines, ...rest }: InvoiceDraft) =>
    JSON.stringify({
      ...rest,
      // One person is there once for each account that they can be billed for.
      client: [client?.id, client?.account_id],
      lines: lines.filter((line) => !isEmpty(line)).map(({ key: _, ...line }) => line),
    });
  return plain(one) === plain(other);
}
