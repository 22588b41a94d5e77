import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { ClockChip } from "~/ui/clock-chip.tsx";
import { cn } from "~/ui/cn.ts";
import { SourceIcon, sourceText } from "~/ui/source-icon.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { clockTime } from "../../../../domain/lead-clock.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import { agoText, formatArrival } from "../lib/crm-format.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { NextStep } from "../lib/next-step.tsx";
import type { ColumnKey } from "./columns.ts";

type Props = { column: ColumnKey; lead: LeadRow; currency: string; now: number; stageLabel: string };

/** The content of a cell. An empty one says "none" to screen readers. */
export function LeadCell({ column, lead, currency, now, stageLabel }: Props) {
  switch (column) {
    case "company":
      return plain(lead.company);
    case "stage":
      return (
        <span className="flex min-w-0 items-center gap-1.5">
          <StageIcon stage={lead.stage} />
          <span className="truncate">{stageLabel}</span>
        </span>
      );
    case "value":
      return lead.value_cents === null ? (
        EMPTY
      ) : (
        <span className="num truncate">{formatWholeMoney({ amount: lead.value_cents, currency })}</span>
      );
    case "owner":
      return lead.owner_name ? (
        <span className="flex min-w-0 items-center gap-1.5">
          <PersonAvatar userId={lead.owner_id} name={lead.owner_name} size={20} />
          <span className="truncate">{lead.owner_name}</span>
        </span>
      ) : (
        <span className="sr-only">Unowned</span>
      );
    case "source":
      return (
        <span className="flex min-w-0 items-center gap-1.5">
          <SourceIcon source={lead.source} />
          <span className="truncate">{sourceText(lead.source, { short: true })}</span>
        </span>
      );
    case "next_step":
      return lead.next_task_at ? <NextStep lead={lead} now={now} /> : EMPTY;
    case "clock":
      return lead.clock ? <ClockChip clock={lead.clock} /> : <Answered lead={lead} />;
    case "email":
      return plain(lead.email);
    case "phone":
      return lead.phone ? <span className="num truncate">{formatPhone(lead.phone)}</span> : EMPTY;
    case "tags":
      return plain(lead.tags.join(", "));
    case "arrived":
      return (
        <time dateTime={lead.created_at} className="truncate">
          {formatArrival(lead.created_at, now)}
        </time>
      );
    case "last_activity":
      return plain(lead.last_activity_at && agoText(now - Date.parse(lead.last_activity_at)));
    case "response":
      return lead.response_seconds === null ? EMPTY : <span className="num">{clockTime(lead.response_seconds)}</span>;
    default:
      return null;
  }
}

/** The response time, if there is one. */
function Answered({ lead: { response_seconds: seconds, answer_target_seconds: target } }: { lead: LeadRow }) {
  if (seconds === null) return EMPTY;
  const late = target !== null && seconds > target;
  return (
    <span
      className={cn(
        "num before:mr-1.5",
        late ? "text-warn-fg before:content-['!']" : "text-ink-3 before:text-ok-dot before:content-['✓']",
      )}
      title={
        late
          ? `Answered late, in ${clockTime(seconds)} (target ${clockTime(target)})`
          : `Answered in ${clockTime(seconds)}`
      }
    >
      {clockTime(seconds)}
      {late && <span className="sr-only"> late</span>}
    </span>
  );
}

/** A single line of text. It has few elements, because scrolling renders hundreds of cells. */
function plain(text: string | null) {
  return text ? <span className="truncate">{text}</span> : EMPTY;
}

const EMPTY = <span className="sr-only">None</span>;
