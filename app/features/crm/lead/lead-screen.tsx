import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronRight, ChevronUp } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { addRecentLead } from "~/shared/recent-leads.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useProvideFocusedLead } from "../lib/focused-lead.ts";
import { useLeadList } from "../lib/lead-list.ts";
import { leadQuery } from "../lib/load-lead.ts";
import { ErasedLead } from "./erased-lead.tsx";
import { LeadBody } from "./lead-body.tsx";
import { LeadHeader } from "./lead-header.tsx";
import { LeadProblem } from "./lead-problem.tsx";
import { LeadSkeleton } from "./lead-skeleton.tsx";
import { useComposer } from "./use-composer.ts";
import { useLeadShortcuts } from "./use-lead-shortcuts.ts";

/** The page of one lead. */
export function LeadScreen({ leadId, duplicates }: { leadId: string; duplicates?: ReactNode }) {
  const { data: lead, error, refetch } = useQuery(leadQuery(leadId));
  const navigate = useNavigate();
  const list = useLeadList(leadId);
  const composer = useComposer(leadId);
  const goTo = (id: string | undefined) => {
    if (id) void navigate(`/crm/leads/${id}`);
  };
  useProvideFocusedLead(lead?.merged_into || lead?.erased_at ? undefined : lead);
  useLeadShortcuts({ lead, openTab: composer.openTab, goTo, next: list?.next, previous: list?.previous });
  useEffect(() => {
    if (lead && !lead.erased_at)
      addRecentLead({ id: lead.id, name: leadName(lead), company: lead.company, stage: lead.stage });
  }, [lead]);
  const back = list ?? { name: "Leads", path: "/crm/leads" };
  return (
    <div className="@container/lead flex min-h-[calc(100dvh-3rem)] flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-line border-b pr-3 pl-3 text-13 phone:h-14">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link to={back.path} aria-label={`Back to ${back.name}`}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <Link to={back.path} className="text-ink-3 hover:text-ink">
          {back.name}
        </Link>
        <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
        <span className="min-w-0 truncate font-medium">{lead ? leadName(lead) : "…"}</span>
        {list && (
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <span className="text-ink-3 text-xs phone:hidden">
              {list.at + 1} of {list.of} in {list.name}
            </span>
            <IconButton label="Previous lead" size="sm" disabled={!list.previous} onClick={() => goTo(list.previous)}>
              <ChevronUp aria-hidden="true" />
            </IconButton>
            <IconButton label="Next lead" size="sm" disabled={!list.next} onClick={() => goTo(list.next)}>
              <ChevronDown aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {!lead && (error ? <LeadProblem error={error} onRetry={() => void refetch()} /> : <LeadSkeleton />)}
      {lead?.erased_at && (
        <>
          <title>Erased person · Sales</title>
          <h1 className="sr-only">Erased person</h1>
          <ErasedLead lead={lead} />
        </>
      )}
      {lead && !lead.erased_at && (
        <>
          <title>{`${leadName(lead)} · Sales`}</title>
          <LeadHeader
            lead={lead}
            title={(name) => <h1 className="break-words font-display font-semibold text-lg tracking-tight">{name}</h1>}
            onEmail={() => composer.openTab("email")}
            onText={() => composer.openTab("sms")}
          />
          <div className="flex-1">
            <LeadBody key={lead.id} lead={lead} composer={composer} duplicates={duplicates} />
          </div>
        </>
      )}
    </div>
  );
}
