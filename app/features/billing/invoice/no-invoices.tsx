import { CircleCheck, FileText } from "lucide-react";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import type { InvoiceFilter } from "./list-invoices.ts";

/** What an empty list of invoices means. */
export function NoInvoices({ filter }: { filter: InvoiceFilter }) {
  if (filter === "open")
    return <EmptyState icon={<CircleCheck />} title="Nothing to pay" text="Every invoice is settled. Thank you." />;
  if (filter === "paid")
    return <EmptyState icon={<FileText />} title="Nothing paid yet" text="Invoices move here once they are paid." />;
  return (
    <Card>
      <EmptyState
        icon={<FileText />}
        title="No invoices yet"
        text="Your invoices appear here as soon as the agency sends the first one."
      />
    </Card>
  );
}
