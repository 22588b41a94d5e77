import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { addRecentLead } from "~/shared/recent-leads.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Sheet, SheetContent, SheetTitle } from "~/ui/sheet.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useProvideFocusedLead } from "../lib/focused-lead.ts";
import { useLeadList } from "../lib/lead-list.ts";
import { leadQuery } from "../lib/load-lead.ts";
import { useOpenLead } from "../lib/use-open-lead.ts";
import { ErasedLead } from "./erased-lead.tsx";
import { LeadBody } from "./lead-body.tsx";
import { LeadHeader } from "./lead-header.tsx";
import { LeadProblem } from "./lead-problem.tsx";
import { LeadSkeleton } from "./lead-skeleton.tsx";
import { useComposer } from "./use-composer.ts";
import { useLeadShortcuts } from "./use-lead-shortcuts.ts";

type Props = { duplicates?: ((leadId: string) => ReactNode) | undefined };

/** A lead beside whatever page one is on (?lead=<id>); on a phone it comes up from the bottom. */
export function LeadDrawer({ duplicates }: Props) {
  const { leadId, close } = useOpenLead();
  const escapeFirst = useRef(() => false);
  return (
    <Sheet open={leadId !== ""} onOpenChange={(open) => !open && close()}>
      {leadId && (
        <SheetContent
          aria-describedby={undefined}
          data-crm-keys=""
          className="@container/lead"
          // The drawer itself takes the focus: keys act on the lead, and no button has a hint over it.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement | null)?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // One thing at a time: what is typed, the log that was begun, then the drawer.
            const isInControl = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
            if (isInControl) event.target.closest<HTMLElement>("[data-crm-keys]")?.focus();
            if (isInControl || escapeFirst.current()) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if ((event.target as Element | null)?.closest("[data-sonner-toaster]")) event.preventDefault();
          }}
        >
          <DrawerContent leadId={leadId} duplicates={duplicates} escapeFirst={escapeFirst} />
        </SheetContent>
      )}
    </Sheet>
  );
}

type ContentProps = Props & { leadId: string; escapeFirst: RefObject<() => boolean> };

function DrawerContent({ leadId, duplicates, escapeFirst }: ContentProps) {
  const { data: lead, error, refetch } = useQuery(leadQuery(leadId));
  const { show, close } = useOpenLead();
  const list = useLeadList(leadId);
  const composer = useComposer(leadId);
  useProvideFocusedLead(lead?.merged_into || lead?.erased_at ? undefined : lead);
  const leave = useLeadShortcuts({
    lead,
    openTab: composer.openTab,
    goTo: (next) => next && show(next),
    next: list?.next,
    previous: list?.previous,
  });
  useEffect(() => {
    escapeFirst.current = leave;
  });
  useEffect(() => {
    if (lead && !lead.erased_at)
      addRecentLead({ id: lead.id, name: leadName(lead), company: lead.company, stage: lead.stage });
  }, [lead]);
  const end = (
    <>
      {list && (
        <>
          <IconButton
            label="Previous lead"
            size="sm"
            disabled={!list.previous}
            onClick={() => show(list.previous ?? "")}
          >
            <ChevronUp aria-hidden="true" />
          </IconButton>
          <IconButton label="Next lead" size="sm" disabled={!list.next} onClick={() => show(list.next ?? "")}>
            <ChevronDown aria-hidden="true" />
          </IconButton>
        </>
      )}
      <Tooltip label="Open as a page">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link to={`/crm/leads/${leadId}`} aria-label="Open as a page">
            <Maximize2 aria-hidden="true" />
          </Link>
        </Button>
      </Tooltip>
      <IconButton label="Close" onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
  if (!lead)
    return (
      <>
        <SheetTitle className="sr-only">Lead</SheetTitle>
        <div className="flex justify-end border-line border-b px-3 py-2">{end}</div>
        {error ? <LeadProblem error={error} onRetry={() => void refetch()} /> : <LeadSkeleton />}
      </>
    );
  if (lead.erased_at)
    return (
      <>
        <SheetTitle className="sr-only">Erased person</SheetTitle>
        <ErasedLead lead={lead} end={end} />
      </>
    );
  return (
    <>
      <LeadHeader
        lead={lead}
        title={(name) => <SheetTitle className="overflow-visible whitespace-normal text-lg">{name}</SheetTitle>}
        onEmail={() => composer.openTab("email")}
        onText={() => composer.openTab("sms")}
        end={end}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" tabIndex={-1}>
        <LeadBody key={lead.id} lead={lead} composer={composer} duplicates={duplicates?.(leadId)} />
      </div>
    </>
  );
}
