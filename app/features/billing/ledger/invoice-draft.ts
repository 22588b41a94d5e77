import { formatInputAmount, parseMoney } from "../../../../domain/money.ts";
import type { AdminInvoice, Client } from "./api.ts";

export type DraftLine = { key: string; description: string; quantity: string; unit: string };
/** An invoice in the form: raw input that is not parsed yet. */
export type InvoiceDraft = {
  client: Client | null;
  description: string;
  due: string;
  currency: string;
  lines: DraftLine[];
};
export type DraftErrors = Record<string, string>;
type ParsedLine = { description: string; quantity: number; unit_amount: number };

let lineCount = 0;
export function emptyLine(): DraftLine {
  lineCount += 1;
  return { key: `line-${lineCount}`, description: "", quantity: "1", unit: "" };
}

/** The form values for an existing draft. A draft without lines gets one line with its description and amount. */
export function toDraft({ invoice, client, lines }: AdminInvoice): InvoiceDraft {
  const { currency, amount } = invoice;
  const whole = { description: invoice.description ?? "", quantity: 1, unit_amount: amount };
  const shown = lines.length > 0 ? lines : amount > 0 ? [whole] : [];
  return {
    client,
    description: invoice.description ?? "",
    due: invoice.due_date ?? "",
    currency,
    lines:
      shown.length === 0
        ? [emptyLine()]
        : shown.map((line) => ({
            ...emptyLine(),
            description: line.description,
            quantity: String(line.quantity),
            unit: formatInputAmount({ amount: line.unit_amount, currency }),
          })),
  };
}

const isEmpty = ({ description, unit }: DraftLine) => !description.trim() && !unit.trim();

/** The amount of a line in the smallest unit; null while its input is invalid. */
export function lineAmount({ quantity, unit }: DraftLine, currency: string): number | null {
  const each = parseMoney(unit, currency);
  return each === null || !/^\d{1,6}$/.test(quantity.trim()) ? null : each * Number(quantity);
}

/** The total of all valid lines. */
export function draftTotal({ lines, currency }: InvoiceDraft): number {
  return lines.reduce((total, line) => total + (lineAmount(line, currency) ?? 0), 0);
}

/** Parses the input for storage, or returns errors by control name. Empty lines are skipped. */
export function parseDraft(draft: InvoiceDraft): { errors: DraftErrors } | { errors: null; lines: ParsedLine[] } {
  const errors: DraftErrors = {};
  if (!draft.client) errors.client = "Choose a client";
  if (!/^[a-z]{3}$/i.test(draft.currency.trim())) errors.currency = "Three letters, such as USD";
  const lines: ParsedLine[] = [];
  for (const line of draft.lines) {
    if (isEmpty(line)) continue;
    const unit_amount = parseMoney(line.unit, draft.currency);
    const quantity = Number(line.quantity);
    if (!line.description.trim()) errors[`${line.key}-description`] = "Say what it is for";
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100_000)
      errors[`${line.key}-quantity`] = "A whole number from 1 to 100,000";
    if (unit_amount === null) errors[`${line.key}-unit`] = "An amount such as 1200.50";
    else lines.push({ description: line.description.trim(), quantity, unit_amount });
  }
  if (draftTotal(draft) < 0) errors.total = "The total cannot be below zero";
  return Object.keys(errors).length > 0 ? { errors } : { errors: null, lines };
}

/** What sending requires beyond saving, and is still missing. */
export function missingToSend(draft: InvoiceDraft, today: string): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.due) errors.due = "Choose until when it is to be paid";
  else if (draft.due < today) errors.due = "This day has passed";
  if (draftTotal(draft) < 1) errors.total = "Add a line with an amount";
  return errors;
}

/** Whether two form states are stored the same way. */
export function isSameDraft(one: InvoiceDraft, other: InvoiceDraft): boolean {
  const plain = ({ client, lines, ...rest }: InvoiceDraft) =>
    JSON.stringify({
      ...rest,
      client: client?.id,
      lines: lines.filter((line) => !isEmpty(line)).map(({ key: _, ...line }) => line),
    });
  return plain(one) === plain(other);
}
