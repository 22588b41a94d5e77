import { Link as RouterLink } from "react-router";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { DownloadIconButton } from "../invoice/invoice-buttons.tsx";
import type { PaymentReceipt } from "./paid-text.ts";

/** The invoices that were paid, each with its page and its PDF. */
export function Receipt({ receipt: { currency, amount, invoices } }: { receipt: PaymentReceipt }) {
  return (
    <dl className="border-line-soft border-y py-1 text-sm">
      {invoices.map((invoice) => (
        <div key={invoice.id} className="flex min-h-10 items-center gap-2">
          <dt className="wrap-anywhere min-w-0 flex-1">
            <Link asChild>
              <RouterLink className="num" to={`/invoices/${invoice.id}`}>
                {invoice.number}
              </RouterLink>
            </Link>
          </dt>
          <dd className="contents">
            <Money cents={invoice.amount} currency={currency} />
            <DownloadIconButton invoice={{ id: invoice.id, invoice_number: invoice.number }} />
          </dd>
        </div>
      ))}
      {invoices.length > 1 && (
        <div className="flex min-h-10 items-center gap-2 border-line-soft border-t py-1.5 pr-9 font-medium phone:pr-13">
          <dt className="flex-1">Total, one charge on your card</dt>
          <dd>
            <Money cents={amount} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  );
}
