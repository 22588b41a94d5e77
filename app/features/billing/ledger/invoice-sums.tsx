import { Money } from "~/ui/money.tsx";
import type { InvoiceSearchResult } from "./search-invoices.ts";

/** How many were found and what they come to, in each currency; canceled ones come to nothing. */
export function InvoiceSums({ result: { total, sums } }: { result: InvoiceSearchResult }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line-soft border-b bg-sunken px-4 py-2 text-13 text-ink-2"
    >
      <span>
        <span className="num">{new Intl.NumberFormat().format(total)}</span> {total === 1 ? "invoice" : "invoices"}
      </span>
      {sums.map(({ currency, amount, owed }) => (
        <span key={currency} className="whitespace-nowrap">
          <Money cents={amount} currency={currency} className="font-medium text-ink" />
          {owed > 0 && (
            <>
              , <Money cents={owed} currency={currency} /> open
            </>
          )}
        </span>
      ))}
    </p>
  );
}
