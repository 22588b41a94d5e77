import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** What the page of a canceled payment knows about an invoice. Amounts in the smallest unit. */
export type CanceledInvoice = {
  invoice_number: string;
  owed_amount: number;
  status: string;
  currency: string;
  due_date: string | null;
};

/**
 * What became of the invoices of a payment page that was left. `invoices` is undefined if the user can't read them. They may be
 * settled by now: the page can expire because another one paid them.
 */
export function canceledText(invoices: CanceledInvoice[] | undefined, isOne: boolean, today: string): string {
  if (!invoices?.length)
    return isOne
      ? "While the invoice is open, you can still pay it."
      : "While your invoices are open, you can still pay them.";
  const open = invoices.filter(({ owed_amount }) => owed_amount > 0);
  return [settledText(invoices, "paid"), settledText(invoices, "void"), openText(open, today)]
    .filter(Boolean)
    .join(" ");
}

const numbered = (invoices: CanceledInvoice[]): string =>
  `${invoices.length > 1 ? "Invoices" : "Invoice"} ${formatNames(invoices.map(({ invoice_number }) => invoice_number))}`;

function settledText(invoices: CanceledInvoice[], status: "paid" | "void"): string {
  const settled = invoices.filter((each) => each.owed_amount <= 0 && each.status === status);
  if (settled.length === 0) return "";
  const verb = settled.length > 1 ? "are" : "is";
  return status === "paid"
    ? `${numbered(settled)} ${verb} already paid.`
    : `${numbered(settled)} ${verb} canceled, so there's nothing to pay.`;
}

function openText(open: CanceledInvoice[], today: string): string {
  const [first] = open;
  if (!first) return "";
  const amount = formatMoney({
    amount: open.reduce((sum, each) => sum + each.owed_amount, 0),
    currency: first.currency,
  });
  return open.length === 1
    ? [`${numbered(open)} for ${amount} stays open.`, dueText(first, "It", today)].filter(Boolean).join(" ")
    : [
        `${numbered(open)} for ${amount} in total stay open.`,
        ...open.map((invoice) => dueText(invoice, invoice.invoice_number, today)).filter(Boolean),
      ].join(" ");
}

/** When it is due, or was. `today` is the agency's date, or empty while it loads. */
function dueText({ due_date }: CanceledInvoice, what: string, today: string): string {
  if (!due_date || !today) return "";
  const verb = due_date < today ? " was" : what === "It" ? "'s" : " is";
  return `${what}${verb} due ${formatDay(due_date)}.`;
}
