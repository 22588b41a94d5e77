import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** What the page of a canceled payment knows about an invoice. Amounts in the smallest unit. */
export type CanceledInvoice = { invoice_number: string; owed_amount: number; status: string; currency: string };

/**
 * What became of the invoices of a payment page that was left. `invoices` is undefined if the user can't read them. They may be
 * settled by now: the page can expire because another one paid them.
 */
export function canceledText(invoices: CanceledInvoice[] | undefined, isOne: boolean): string {
  if (!invoices?.length)
    return isOne
      ? "While the invoice is open, you can pay it whenever you like."
      : "While your invoices are open, you can pay them whenever you like.";
  const open = invoices.filter(({ owed_amount }) => owed_amount > 0);
  return [settledText(invoices, "paid"), settledText(invoices, "void"), openText(open)].filter(Boolean).join(" ");
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

function openText(open: CanceledInvoice[]): string {
  const [first] = open;
  if (!first) return "";
  const amount = formatMoney({
    amount: open.reduce((sum, each) => sum + each.owed_amount, 0),
    currency: first.currency,
  });
  return open.length === 1
    ? `${numbered(open)} for ${amount} stays open, and you can pay it whenever you like.`
    : `${numbered(open)} for ${amount} in total stay open, and you can pay them whenever you like.`;
}
