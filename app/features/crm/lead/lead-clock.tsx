import { useState } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { ClockPanel } from "~/ui/clock-panel.tsx";
import { useClockView } from "~/ui/clock-ticker.ts";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatDayClock } from "../../../../domain/format-date.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { clockEventText } from "./describe-event.ts";
import { DescriptionList, LeadSection } from "./section.tsx";

/** The waiting time, the owner of the lead, and the events of its clock. */
export function LeadClock({ lead, className }: { lead: LeadDetail; className?: string }) {
  const view = useClockView(lead.clock);
  const [open, setOpen] = useState(false);
  const words = stateLabel(view.state, view.share);
  return (
    <LeadSection title="Clock" className={className} action={words && <Chip tone={words[0]}>{words[1]}</Chip>}>
      {lead.clock?.booked_at ? (
        <p className="text-13 text-ink-2">
          They booked a call themselves, <TimeAgo at={lead.clock.booked_at} />. No response is needed.
        </p>
      ) : lead.clock?.closed_at ? (
        <p className="text-13 text-ink-2">
          The lead was closed without a response, <TimeAgo at={lead.clock.closed_at} />. The clock stopped, and response
          figures leave it out.
        </p>
      ) : lead.clock ? (
        <ClockPanel clock={lead.clock} compact />
      ) : (
        <p className="text-13 text-ink-3">
          {lead.consent_at ? "No response clock." : "No response clock: they didn't ask for a reply."}
        </p>
      )}
      <DescriptionList className="mt-2">
        <dt>Owner</dt>
        <dd className="flex items-center gap-1.5">
          {lead.owner_name ? (
            <>
              <PersonAvatar userId={lead.owner_id} name={lead.owner_name} size={20} /> {lead.owner_name}
            </>
          ) : (
            <span className="text-ink-3">No owner yet</span>
          )}
        </dd>
        {lead.clock?.answered_by && (
          <>
            <dt>Answered by</dt>
            <dd>{lead.clock.answered_by}</dd>
          </>
        )}
        {lead.clock?.escalated_to && (
          <>
            <dt>Escalated to</dt>
            <dd>{lead.clock.escalated_to}</dd>
          </>
        )}
      </DescriptionList>
      {lead.owner_history.length > 0 && (
        <ul aria-label="Owners" className="mt-1 grid gap-0.5 text-ink-3 text-xs">
          {lead.owner_history.slice(0, open ? 20 : 2).map(({ from, to, by, at }) => (
            <li key={at + to} className="flex gap-2">
              <span className="wrap-anywhere min-w-0 flex-1">
                {from ?? "No owner"} → {to ?? "no owner"}
                {by && by !== to && `, by ${by}`}
              </span>
              <TimeAgo at={at} className="shrink-0" />
            </li>
          ))}
        </ul>
      )}
      {lead.ledger.length > 0 && (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="mt-1 -ml-2.5"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open
              ? "Hide clock history"
              : `Clock history, ${lead.ledger.length} ${lead.ledger.length === 1 ? "entry" : "entries"}`}
          </Button>
          {open && (
            <ol className="grid gap-1 text-xs">
              {lead.ledger.map((entry) => (
                <li key={entry.id} className="flex gap-2">
                  <span className="min-w-0 flex-1">
                    {clockEventText(entry.event, { ...entry.payload, response_seconds: entry.payload.seconds })}
                    {entry.actor_name && <span className="text-ink-3">, {entry.actor_name}</span>}
                  </span>
                  <time dateTime={entry.at} className="shrink-0 font-mono text-ink-3 tabular-nums">
                    {formatDayClock(entry.at)}
                  </time>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </LeadSection>
  );
}

function stateLabel(state: string, share: number): [ChipTone, string] | null {
  if (state === "answered") return share <= 1 ? ["ok", "answered on time"] : ["warn", "answered late"];
  if (state === "warn") return ["warn", "past 60%"];
  if (state === "breach") return ["bad", "past target"];
  if (state === "escalated") return ["bad", "escalated"];
  return state === "running" ? ["neutral", "running"] : state === "waiting" ? ["neutral", "outside hours"] : null;
}
