import { ArrowLeft, ChevronDown, ChevronRight, ChevronUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { tabTitle } from "~/shared/page-meta.ts";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { closesOwnList } from "~/ui/popover.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { LeadBody, useLeadView } from "./lead-body.tsx";
import { LeadHeader } from "./lead-header.tsx";
import { ErasedLead, GoneLead, LeadProblem, LeadSkeleton } from "./lead-states.tsx";

export function LeadScreen({ leadId, duplicates }: { leadId: string; duplicates?: ReactNode }) {
  const navigate = useNavigate();
  const goTo = (id: string | undefined) => {
    if (id) void navigate(crmPath(`/leads/${id}`));
  };
  const { lead, gone, error, retry, list, composer } = useLeadView(leadId, goTo);
  useLinkedSetup(lead);
  const shown = lead ?? gone?.lead;
  const back = list ?? { name: "Leads", path: crmPath("/leads") };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the fields in it, and the shortcuts act on the lead again
    <div
      data-crm-keys=""
      tabIndex={-1}
      className="@container/lead flex min-h-[calc(100dvh-3rem-var(--notices,0px))] flex-col outline-none"
      onKeyDown={leaveField}
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-line border-b pr-3 pl-3 text-13 phone:h-14">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link to={back.path} aria-label={`Back to ${back.name}`}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <Link to={back.path} className="hit text-ink-3 hover:text-ink">
          {back.name}
        </Link>
        <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
        <span className="min-w-0 truncate font-medium">{shown ? leadName(shown) : error ? "Lead" : "…"}</span>
        {list && (
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <span className="text-ink-3 text-xs phone:hidden">
              {formatCount(list.at + 1)} of {formatCount(list.of)} in {list.name}
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
      {gone && (
        <>
          <title>{tabTitle(leadName(gone.lead))}</title>
          <h1 className="sr-only">{leadName(gone.lead)}</h1>
          <GoneLead {...gone} />
        </>
      )}
      {!shown && (error ? <LeadProblem error={error} onRetry={retry} /> : <LeadSkeleton />)}
      {lead?.erased_at && (
        <>
          <title>{tabTitle("Erased person")}</title>
          <h1 className="sr-only">Erased person</h1>
          <ErasedLead lead={lead} />
        </>
      )}
      {lead && !lead.erased_at && (
        <>
          <title>{tabTitle(leadName(lead))}</title>
          <LeadHeader
            lead={lead}
            title={(name) => (
              <h1 className="wrap-anywhere font-display font-semibold text-lg tracking-tight">{name}</h1>
            )}
            onEmail={() => composer.openTab("email")}
            onText={() => composer.openTab("sms")}
          />
          {/* Its columns, and the lines between them, end with the page. */}
          <div className="flex flex-1 flex-col *:flex-1">
            <LeadBody key={lead.id} lead={lead} composer={composer} duplicates={duplicates} />
          </div>
        </>
      )}
    </div>
  );
}

/** Escape leaves a field, as in the drawer. */
function leaveField(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  // A dialog that a part of the page opened isn't in the page.
  if (key !== "Escape" || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (!target.matches("input, textarea, select") || closesOwnList(event)) return;
  event.preventDefault();
  currentTarget.focus({ preventScroll: true });
}

/** A request of a sales rep, and its email, link to the form that sets up the client of a won lead: ?setup=1. */
function useLinkedSetup(lead: LeadDetail | undefined): void {
  const [search, setSearch] = useSearchParams();
  const { setUpClient } = useLeadActions();
  const isAsked = search.has("setup");
  useEffect(() => {
    if (!isAsked || !lead) return;
    setSearch(withoutSetup, { replace: true });
    // The link stays in the email after the client is set up. Then the page says so.
    const isOpen = lead.stage === "won" && lead.client_account_id === null;
    if (isOpen && !lead.erased_at && lead.merged_into === null) setUpClient(lead);
  }, [isAsked, lead, setSearch, setUpClient]);
}

function withoutSetup(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete("setup");
  return rest;
}
