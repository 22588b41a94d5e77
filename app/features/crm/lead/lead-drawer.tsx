import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { closesOwnList } from "~/ui/popover.tsx";
import { Sheet, SheetContent, SheetTitle } from "~/ui/sheet.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useLeadList, useOpenLead } from "../lib/open-lead.ts";
import { LeadBody, useLeadView } from "./lead-body.tsx";
import { LeadHeader } from "./lead-header.tsx";
import { ErasedLead, GoneLead, LeadProblem, LeadSkeleton } from "./lead-states.tsx";

type Props = { duplicates?: ((leadId: string) => ReactNode) | undefined };

/** A lead in a drawer on any page of the CRM (`?lead=<id>`). On a phone it opens from the bottom. */
export function LeadDrawer({ duplicates }: Props) {
  const { leadId, close } = useOpenLead();
  return (
    <Sheet open={leadId !== ""} onOpenChange={(open) => !open && close()}>
      {leadId && <OpenDrawer leadId={leadId} duplicates={duplicates} />}
    </Sheet>
  );
}

function OpenDrawer({ leadId, duplicates }: Props & { leadId: string }) {
  const escapeFirst = useRef(() => false);
  const [firstId] = useState(leadId);
  const list = useLeadList(leadId);
  return (
    <SheetContent
      aria-describedby={undefined}
      data-crm-keys=""
      className="@container/lead"
      // After a walk through the list, the focus belongs to the lead that was shown last, or beside where that lead was.
      returnsTo={() =>
        leadId === firstId ? null : (placeOf(leadId) ?? placeOf(list?.next ?? "") ?? placeOf(list?.previous ?? ""))
      }
      // The drawer itself takes the focus, so that shortcuts act on the lead and no button shows its tooltip.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        (event.currentTarget as HTMLElement | null)?.focus();
      }}
      onEscapeKeyDown={(event) => {
        if (closesOwnList(event)) return event.preventDefault();
        // Each Escape leaves one level: first the field, then a started log, then the drawer.
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
  );
}

/** The link of a lead in the list behind the drawer. */
const placeOf = (leadId: string) => document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(leadId)}"] a`);

/** The header goes while another lead loads, such as the kept one of a merge. */
const returnsFocusToDrawer = returnsFocusTo(() => document.querySelector("[data-sheet][data-state=open]"));

type ContentProps = Props & { leadId: string; escapeFirst: RefObject<() => boolean> };

function DrawerContent({ leadId, duplicates, escapeFirst }: ContentProps) {
  const { show, close } = useOpenLead();
  const { lead, gone, error, retry, list, composer, leave } = useLeadView(leadId, (next) => next && show(next));
  useEffect(() => {
    escapeFirst.current = leave;
  });
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
      <Tooltip label="Open full page">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link to={crmPath(`/leads/${leadId}`)} aria-label="Open full page">
            <Maximize2 aria-hidden="true" />
          </Link>
        </Button>
      </Tooltip>
      <IconButton label="Close" onClick={close}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
  if (gone)
    return (
      <>
        <SheetTitle className="sr-only">{leadName(gone.lead)}</SheetTitle>
        <div className="flex justify-end border-line border-b px-3 py-2">{end}</div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" tabIndex={-1}>
          <GoneLead {...gone} />
        </div>
      </>
    );
  if (!lead)
    return (
      <>
        <SheetTitle className="sr-only">Lead</SheetTitle>
        <div className="flex justify-end border-line border-b px-3 py-2">{end}</div>
        {error ? <LeadProblem error={error} onRetry={retry} /> : <LeadSkeleton />}
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
      <div ref={returnsFocusToDrawer} className="contents">
        <LeadHeader
          lead={lead}
          title={(name) => <SheetTitle className="overflow-visible whitespace-normal text-lg">{name}</SheetTitle>}
          onEmail={() => composer.openTab("email")}
          onText={() => composer.openTab("sms")}
          end={end}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" tabIndex={-1}>
        <LeadBody key={lead.id} lead={lead} composer={composer} duplicates={duplicates?.(leadId)} />
      </div>
    </>
  );
}
