import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { nextCharge } from "./next-charge.ts";
import { type RetainerListItem, retainerInvoicesQuery } from "./retainers-api.ts";

const FIRST_ROWS = 3;

/** When a retainer charges next, and the invoices that it issued. */
export function RetainerInvoices({ retainer }: { retainer: RetainerListItem }) {
  const found = useQuery(retainerInvoicesQuery(retainer.id));
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-label="Invoices" className="mb-4 grid gap-2 border-line border-b pb-4 text-13">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact label="Next charge">{nextCharge(retainer)}</Fact>
        <Fact label="Invoices">{formatCount(retainer.invoices)}</Fact>
      </dl>
      {retainer.invoices > 0 && (
        <QueryBoundary
          query={found}
          errorMessage="The invoices couldn't be loaded"
          skeleton={<TableSkeleton label="Loading the invoices" />}
        >
          {(invoices) => (
            <>
              <ul aria-label="Invoices of this retainer">
                {(isWhole ? invoices : invoices.slice(0, FIRST_ROWS)).map((invoice) => (
                  <li
                    key={invoice.id}
                    className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-line-soft border-b py-1 last:border-b-0 hover:bg-hover phone:min-h-11"
                  >
                    <Link asChild className={`num text-ink no-underline hover:underline ${rowLinkClasses}`}>
                      <RouterLink to={`/admin/billing/${invoice.id}`}>{invoiceName(invoice)}</RouterLink>
                    </Link>
                    <span className="text-ink-3 text-xs">{formatDay(invoice.charge_date)}</span>
                    <span className="ml-auto">
                      <InvoiceChip status={invoice.status} />
                    </span>
                    <Money cents={invoice.amount} currency={invoice.currency} className="min-w-20 text-right" />
                  </li>
                ))}
              </ul>
              {!isWhole && invoices.length > FIRST_ROWS && (
                <Button className="justify-self-start" onClick={() => setWhole(true)}>
                  Show all {formatCount(invoices.length)} invoices
                </Button>
              )}
            </>
          )}
        </QueryBoundary>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-3 text-xs">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
