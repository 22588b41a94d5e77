import { csvLine } from "./csv-writer.ts";
import { invoiceDescription } from "./invoices.ts";
import { formatInputAmount, formatMoney } from "./money.ts";

const DESCRIPTIONS = {
  opening: () => "Balance before this period",
  invoice: (text: string | null) => invoiceDescription(text),
  credit: (text: string | null) => (text ? `Credit: ${text}` : "Credit"),
  payment: () => "Payment",
  duplicate: () => "Second payment of the same invoice",
  refund: (text: string | null) => (text ? `Refund: ${text}` : "Refund"),
  reversal: () => "Refund that didn't go through",
  void: () => "Invoice voided",
} as const;

/** A line of a client's statement, by account and currency, and in order of time. Amounts are in the currency's smallest unit. */
export type StatementLine = {
  /** In the agency's zone, YYYY-MM-DD. */
  day: string;
  /** The invoice's number. */
  document: string | null;
  kind: keyof typeof DESCRIPTIONS;
  /** The invoice's description, or the reason for a credit or a refund. */
  text: string | null;
  charged: number;
  paid: number;
  credited: number;
  refunded: number;
  /** What the account owes in this currency afterward; negative if the agency owes it. */
  balance: number;
  currency: string;
  /** The name of the account, null for a person without one. */
  account: string | null;
};

/** An agreed invoice that can't be paid yet. It is in no balance. */
export type AgreedInvoice = Pick<StatementLine, "day" | "text" | "currency" | "account"> & {
  document: string;
  amount: number;
};

/** What a line is, in words. */
export const lineDescription = ({ kind, text }: Pick<StatementLine, "kind" | "text">): string =>
  DESCRIPTIONS[kind](text);

export const STATEMENT_KINDS = Object.keys(DESCRIPTIONS) as StatementLine["kind"][];

const COLUMNS = [
  "Date",
  "Document",
  "Description",
  "Charged",
  "Paid",
  "Credited",
  "Refunded",
  "Balance after",
  "Currency",
];

/**
 * The statement as CSV with a byte order mark, so that Excel reads it as UTF-8. Amounts are plain numbers, which a spreadsheet
 * adds up, and text that it would run as a formula has an apostrophe. Agreed invoices follow, without amounts in the columns. With
 * `isOfSeveral`, or when lines are of several accounts, the first column names the account.
 */
export function statementCsv(
  lines: readonly StatementLine[],
  agreed: readonly AgreedInvoice[] = [],
  { isOfSeveral = false } = {},
): string {
  const named = isOfSeveral || new Set([...lines, ...agreed].map(({ account }) => account)).size > 1;
  const before = (account: string | null) => (named ? [account] : []);
  const rows = lines.map(({ account, day, document, kind, text, currency, balance, ...moved }) => {
    const cell = (amount: number) => (amount === 0 ? null : formatInputAmount({ amount, currency }));
    const amounts = [moved.charged, moved.paid, moved.credited, moved.refunded].map(cell);
    const after = formatInputAmount({ amount: balance, currency });
    return [
      ...before(account),
      day,
      document,
      lineDescription({ kind, text }),
      ...amounts,
      after,
      currency.toUpperCase(),
    ];
  });
  const notes = agreed.map(({ account, day, document, text, ...money }) => [
    ...before(account),
    day,
    document,
    `Not included, because it isn't open for payment yet: ${invoiceDescription(text)}, ${formatMoney(money)}`,
    ...Array<null>(5).fill(null),
    money.currency.toUpperCase(),
  ]);
  return `\ufeff${[[...(named ? ["Account"] : []), ...COLUMNS], ...rows, ...notes].map((row) => csvLine(row)).join("")}`;
}
