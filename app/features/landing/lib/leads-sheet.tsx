import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { crmPath } from "~/shared/workspace.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Sheet, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { loadSentLeads, type SentFilter } from "./sent-leads.ts";

/** The people behind a number, and what the number is of. */
export type LeadsOf = { label: string; filter: SentFilter };

type Props = { leadsOf: LeadsOf | null; onClose: () => void };

/** The people behind a number of a page, each with a link to their lead. */
export function LeadsSheet({ leadsOf, onClose }: Props) {
  return (
    <Sheet open={leadsOf !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>Leads of {leadsOf?.label}</SheetTitle>
        </SheetHeader>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{leadsOf && <Leads leadsOf={leadsOf} />}</div>
      </SheetContent>
    </Sheet>
  );
}

function Leads({ leadsOf }: { leadsOf: LeadsOf }) {
  const leads = useQuery({
    queryKey: queryKeys.landingLeads(leadsOf.filter),
    queryFn: () => loadSentLeads(leadsOf.filter),
  });
  return (
    <QueryBoundary
      query={leads}
      errorMessage="Couldn't load the leads"
      skeleton={<TableSkeleton label="Loading leads" />}
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyState title="No leads" text="No one has sent a form here." />
        ) : (
          <ul aria-label="Leads" className="grid">
            {all.map((lead) => (
              <li
                key={lead.id}
                className="flex flex-wrap items-baseline gap-x-3 border-line-soft border-b py-2 text-13 last:border-b-0"
              >
                <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">
                  {lead.leadId ? (
                    <RouterLink className="underline underline-offset-2" to={crmPath(`/leads/${lead.leadId}`)}>
                      {lead.name}
                    </RouterLink>
                  ) : (
                    lead.name
                  )}
                </span>
                {lead.stage && <span className="text-ink-2">{lead.stage.replaceAll("_", " ")}</span>}
                <span className="text-ink-3 text-xs">
                  <TimeAgo at={lead.sentAt} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}
