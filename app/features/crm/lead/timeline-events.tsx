import { Pin, PinOff, Undo2 } from "lucide-react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { clockNow, useTicker } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { EmailText } from "~/ui/email-text.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { LinkedText } from "~/ui/linked-text.tsx";
import { formatExactMoment, formatMonthDay, formatTime } from "../../../../domain/format-date.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { mailLink } from "../../../../domain/mail-link.ts";
import { useStages } from "../lib/api.ts";
import { readEmail, writeEmail } from "../lib/email-draft.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { undoLog } from "../lib/log-activity.ts";
import { settleUndo } from "../lib/undo-stack.ts";
import { pinEvent, type TimelineEvent } from "./api.ts";
import { describeEvent, isSentEmail, leavesAt } from "./describe-event.ts";
import { FormAnswers } from "./form-answers.tsx";
import { FormFiles, formFilesOf } from "./form-files.tsx";
import { MergeEvent, mergeOf, UndoMergeButton } from "./merge-parts.tsx";

/** A list of events. With `dated`, for pinned events, each one shows its day. */
export function Events({ events, lead, dated }: { events: TimelineEvent[]; lead: LeadDetail; dated?: boolean }) {
  return (
    <ol>
      {events.map((event) => (
        <EventLine key={event.id} event={event} lead={lead} dated={dated} />
      ))}
    </ol>
  );
}

/** Only what is stored as an activity can be pinned, and not what the clock and the next steps tell. */
const isActivity = ({ kind }: TimelineEvent) => kind !== "clock" && kind !== "task";

const TONES = { ok: "bg-ok-bg text-ok-fg", warn: "bg-warn-bg text-warn-fg", bad: "bg-bad-bg text-bad-fg" };

type LineProps = { event: TimelineEvent; lead: LeadDetail; dated?: boolean | undefined };

function EventLine({ event, lead, dated }: LineProps) {
  const { labelOf } = useStages();
  // It ticks only while an email waits.
  const now = Math.max(useTicker(event.is_retracted || leavesAt(event) <= clockNow()), clockNow());
  const { Icon, tone, actor, text } = describeEvent(event, labelOf, lead.currency, now);
  const isUndone = event.is_retracted && !isSentEmail(event);
  const who = actor ? (event.actor_name ?? "Upfunnel") : null;
  return (
    <li className="group/e relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-[9px] text-13 before:absolute before:top-8 before:-bottom-1.5 before:left-[9.5px] before:w-px before:bg-line last:before:hidden">
      <span
        className={cn(
          "grid size-5 place-items-center rounded-full [&_svg]:size-3",
          dated ? TONES.warn : tone ? TONES[tone] : "bg-mute-bg text-ink-2",
        )}
      >
        {dated ? <Pin aria-hidden="true" /> : <Icon aria-hidden="true" />}
      </span>
      <p className="min-w-0 wrap-anywhere">
        {who && <b className="font-medium">{who} </b>}
        <span className={cn(isUndone && "text-ink-3 line-through")}>
          {dated && event.kind === "note" ? "pinned a note" : text}
        </span>
        {isUndone && (
          <span className="text-ink-3">{event.kind === "import" ? " (undone)" : " (undone, not counted)"}</span>
        )}
        {event.kind === "merge" && <MergeEvent event={event} />}
        {event.lead_id !== lead.id && <span className="text-ink-3"> (before the merge)</span>}
      </p>
      <span className="flex items-start gap-1">
        {event.lead_id === lead.id && lead.merged_into === null && <UndoLogButton event={event} lead={lead} />}
        {isActivity(event) && lead.merged_into === null && <PinButton event={event} />}
        <time
          dateTime={event.at}
          title={formatExactMoment(event.at)}
          className="text-ink-3 text-xs/[18px] tabular-nums"
        >
          {dated ? formatMonthDay(event.at) : formatTime(event.at)}
        </time>
      </span>
      {event.kind === "merge" && event.payload.what === "kept" && event.lead_id === lead.id && (
        <UndoMergeButton
          merge={mergeOf(event)}
          kept={leadName(lead)}
          other={mergeOf(event).other_name ?? "the other lead"}
          className="col-start-2 mt-1 justify-self-start"
        />
      )}
      {event.body && (
        <p
          className={cn(
            "col-span-2 col-start-2 mt-0.5 whitespace-pre-line wrap-anywhere text-ink-2",
            (event.kind === "note" || event.kind === "form" || dated) &&
              "rounded-ctl border border-line-soft bg-sunken px-3 py-2",
          )}
        >
          <LinkedText text={event.body} />
        </p>
      )}
      {event.kind === "form" && <OtherSender payload={event.payload} />}
      {event.kind === "form" && <FormAnswers event={event} />}
      {event.kind === "form" && formFilesOf(event).length > 0 && <FormFiles files={formFilesOf(event)} />}
    </li>
  );
}

/** Who sent a form whose phone number is the lead's, but whose email address isn't. It may be another person. */
function OtherSender({ payload: { name, email } }: Pick<TimelineEvent, "payload">) {
  if (typeof email !== "string") return null;
  return (
    <p className="col-span-2 col-start-2 mt-0.5 wrap-anywhere text-ink-2">
      Sent by {typeof name === "string" && <strong className="font-medium text-ink">{name}, </strong>}
      <a href={mailLink(email)}>
        <EmailText address={email} />
      </a>
      , with this lead's phone number
    </p>
  );
}

function PinButton({ event }: { event: TimelineEvent }) {
  const pin = useAction({
    action: () => pinEvent(event, !event.pinned),
    canRetry: true,
    errorMessage: "Couldn't change the pin",
    invalidates: [queryKeys.crmLead(event.lead_id)],
  });
  return (
    <IconButton
      label={event.pinned ? "Unpin" : "Pin to top"}
      size="sm"
      className={cn(
        "-my-1 opacity-0 focus-visible:opacity-100 group-hover/e:opacity-100 touch:opacity-100 phone:-my-3",
        event.pinned && "opacity-100",
      )}
      disabled={pin.busy}
      onClick={() => void pin.run()}
    >
      {event.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
    </IconButton>
  );
}

const LOGGED_KINDS = new Set(["call", "email", "sms", "meeting", "note"]);
const DAY_MS = 86_400_000;

/** Undoes an activity that the user logged within the last day, or an email that hasn't left. */
function UndoLogButton({ event, lead }: { event: TimelineEvent; lead: LeadDetail }) {
  const { user } = useSession();
  const undo = useAction({
    action: () => undoLog(event.id),
    canRetry: true,
    successMessage: isSentEmail(event) ? "Email withdrawn" : "Entry undone. It stays in the timeline but isn't counted",
    errorMessage: "Couldn't undo the entry",
    invalidates: [queryKeys.crm()],
    onSuccess: () => {
      settleUndo(event.id);
      const { subject, body } = readEmail(lead);
      // Another email may have been begun.
      if (isSentEmail(event) && !(subject + body).trim())
        writeEmail(lead, { subject: String(event.payload["subject"] ?? ""), body: event.body ?? "" });
    },
  });
  const mine = user?.id === event.actor_id && LOGGED_KINDS.has(event.kind) && !event.is_retracted;
  const until = isSentEmail(event) ? leavesAt(event) : Date.parse(event.at) + DAY_MS;
  if (!mine || clockNow() >= until) return null;
  return (
    <IconButton
      label="Undo this entry"
      size="sm"
      className="-my-1 opacity-0 focus-visible:opacity-100 group-hover/e:opacity-100 touch:opacity-100 phone:-my-3"
      disabled={undo.busy}
      onClick={() => void undo.run()}
    >
      <Undo2 aria-hidden="true" />
    </IconButton>
  );
}
