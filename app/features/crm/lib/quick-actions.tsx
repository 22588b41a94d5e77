import { CalendarClock, Mail, Phone } from "lucide-react";
import { callLink, formatPhone } from "../../../../domain/phone.ts";
import { useLeadActions } from "./lead-actions.ts";
import type { LeadRow } from "./lead-types.ts";

/** A small button on a card or a row of a lead. */
export const QUICK_BUTTON =
  "inline-grid size-6 cursor-pointer place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink phone:size-11 [&_svg]:size-3.5";

/** Calls the lead and asks for the outcome. Without a number, there's nothing to call. */
export function QuickCall({ lead }: { lead: LeadRow }) {
  const { askOutcome } = useLeadActions();
  if (!lead.phone) return null;
  const label = `Call ${formatPhone(lead.phone)}`;
  return (
    <a
      className={QUICK_BUTTON}
      href={callLink(lead.phone)}
      title={label}
      aria-label={label}
      onClick={() => askOutcome(lead, { calling: true })}
    >
      <Phone aria-hidden="true" />
    </a>
  );
}

export function QuickEmail({ lead }: { lead: LeadRow }) {
  const { writeEmail } = useLeadActions();
  if (!lead.email) return null;
  return (
    <button
      type="button"
      className={QUICK_BUTTON}
      title="Write email"
      aria-label="Write email"
      onClick={() => writeEmail(lead)}
    >
      <Mail aria-hidden="true" />
    </button>
  );
}

export function QuickBooking({ lead }: { lead: LeadRow }) {
  const { bookCall } = useLeadActions();
  return (
    <button
      type="button"
      className={QUICK_BUTTON}
      title="Book a call (B)"
      aria-label="Book a call"
      onClick={() => bookCall(lead)}
    >
      <CalendarClock aria-hidden="true" />
    </button>
  );
}
