import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { PageHeader } from "~/ui/page-header.tsx";
import { BackToBilling } from "./back-to-billing.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { emptyLine } from "./invoice-draft.ts";
import { InvoiceEditor } from "./invoice-editor.tsx";
import { loadBillingDefaults } from "./load-billing-defaults.ts";

/** /admin/billing/new: an invoice from its first word. */
export function NewInvoiceScreen() {
  const defaults = useQuery({ queryKey: queryKeys.billingDefaults(), queryFn: loadBillingDefaults });
  return (
    <>
      <BackToBilling />
      <PageHeader level={2} title="New invoice" />
      <QueryBoundary query={defaults} errorMessage="The editor could not be opened" skeleton={<EditorSkeleton />}>
        {({ currency, due, today }) => (
          <InvoiceEditor
            stored={null}
            today={today}
            initialDraft={{ client: null, description: "", due, currency, lines: [emptyLine()] }}
            onReload={() => location.reload()}
          />
        )}
      </QueryBoundary>
    </>
  );
}
