import { CalendarCheck, CalendarX, RotateCcw, Video } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { beforeAnswer } from "../../../../domain/form-answers.ts";
import { formatCallTime, formatTime } from "../../../../domain/format-date.ts";
import { callLink, formatPhone } from "../../../../domain/phone.ts";
import { isTimeZone } from "../../../../domain/zoned-time.ts";
import type { BookedCall } from "./call-types.ts";
import { CALL_OUTCOMES, type CallOutcome, needsOutcome, STATE_TEXTS, theirTime, useCallOutcome } from "./calls.ts";
import { useLeadActions } from "./lead-actions.ts";

const ICONS = { held: CalendarCheck, no_show: CalendarX, rescheduled: RotateCcw };
const TONES = { booked: "info", cancelled: "neutral", held: "ok", no_show: "warn" } as const;

function CallStateChip({ call }: { call: BookedCall }) {
  return needsOutcome(call) ? (
    <Chip tone="warn">Outcome?</Chip>
  ) : (
    <Chip tone={TONES[call.state]}>{STATE_TEXTS[call.state]}</Chip>
  );
}

type Props = {
  call: BookedCall;
  /** The slug of the call's account, if it isn't the page's. */
  account?: string | undefined;
  /** The lead's number now, where the page shows it, too. */
  leadPhone?: string | null;
  disabled?: boolean;
  /** Is after the answers. */
  details?: ReactNode;
  /** Appears before the other buttons. */
  action?: ReactNode;
};

/** A call with its time and place. It can be moved, handed over or canceled until it begins; then three buttons note what became of it, and can correct it. */
export function CallOutcomePanel({ call, account, leadPhone = null, disabled = false, details, action }: Props) {
  const { run, busy } = useCallOutcome();
  const { moveCall, handOverCall, cancelCall } = useLeadActions();
  const panel = useRef<HTMLDivElement>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  const canCorrect = (call.state === "held" || call.state === "no_show") && !disabled;
  const corrects = canCorrect && isCorrecting;
  const asks = needsOutcome(call);
  const canChange = call.state === "booked" && !asks && !disabled;
  // The buttons disappear, so the focus moves to what shows their effect.
  const leaveButtons = () => {
    panel.current?.focus();
    setCorrecting(false);
  };
  const note = (outcome: CallOutcome) => {
    leaveButtons();
    if (outcome.outcome !== call.state) void run({ call, outcome, account });
  };
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-2 text-13 outline-none">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere font-medium">{call.title}</span>
        <CallStateChip call={call} />
      </div>
      <p className="text-ink-2">
        {formatCallTime(call.starts_at)} – {formatTime(call.ends_at)}
        {call.hosts.length > 0 && `, with ${call.hosts.map(({ name }) => name).join(" and ")}`}
      </p>
      {call.state === "booked" && isElsewhere(call) && (
        <p className="-mt-1 text-ink-3 text-xs">{theirTime(new Date(call.starts_at), call)}</p>
      )}
      <CallPlace call={call} leadPhone={leadPhone} />
      <CallAnswers answers={call.answers} />
      {details}
      {(asks || corrects) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex box in every browser
        <div role="group" aria-label="Did the call take place?" className="flex flex-wrap gap-1.5">
          {CALL_OUTCOMES.map((outcome, at) => {
            const Icon = ICONS[outcome.outcome];
            return (
              <Button
                key={outcome.key}
                // The button that opened these has disappeared.
                autoFocus={corrects && at === 0}
                disabled={disabled || busy}
                className="grow phone:w-full"
                onClick={() => note(outcome)}
              >
                <Icon aria-hidden="true" /> {outcome.label} {asks && <Kbd>{outcome.key.toUpperCase()}</Kbd>}
              </Button>
            );
          })}
        </div>
      )}
      {(action || canChange || canCorrect) && (
        <div className="flex flex-wrap gap-1">
          {action}
          {corrects && (
            <Button size="sm" variant="ghost" onClick={leaveButtons}>
              Keep {STATE_TEXTS[call.state]}
            </Button>
          )}
          {canCorrect && !corrects && (
            <Button size="sm" disabled={busy} onClick={() => setCorrecting(true)}>
              Change outcome
            </Button>
          )}
          {canChange && (
            <>
              <Button size="sm" onClick={() => moveCall({ call, account })}>
                Move
              </Button>
              {call.can_hand_over && (
                <Button size="sm" onClick={() => handOverCall({ call, account })}>
                  Hand over
                </Button>
              )}
              <Button size="sm" variant="ghost" onClick={() => cancelCall({ call, account })}>
                Cancel call
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

const isElsewhere = ({ starts_at, time_zone }: BookedCall) =>
  isTimeZone(time_zone) && formatCallTime(starts_at, { timeZone: time_zone }) !== formatCallTime(starts_at);

/** What a visitor answered when they booked. */
export function CallAnswers({ answers }: Pick<BookedCall, "answers">) {
  const all = Object.entries(answers);
  if (all.length === 0) return null;
  return (
    <ul className="grid gap-1 text-13">
      {all.map(([question, answer]) => (
        <li key={question} className="wrap-anywhere">
          <span className="text-ink-3">{beforeAnswer(question)} </span>
          {answer}
        </li>
      ))}
    </ul>
  );
}

/** Where the call takes place: the number to call, the link, or the address. */
function CallPlace({ call, leadPhone }: { call: BookedCall; leadPhone: string | null }) {
  if (call.location === "phone" && call.phone)
    return (
      <div>
        <a href={callLink(call.phone)} className="num underline phone:inline-flex phone:min-h-11 phone:items-center">
          {formatPhone(call.phone)}
        </a>
        {leadPhone && callLink(leadPhone) !== callLink(call.phone) && (
          <p className="text-ink-3 text-xs">
            The call was booked with this number. The lead's phone is{" "}
            <span className="num whitespace-nowrap">{formatPhone(leadPhone)}</span>.
          </p>
        )}
      </div>
    );
  if (!call.location_details) return null;
  if (call.location === "video" && URL.canParse(call.location_details))
    return (
      <p className="flex items-center gap-1.5">
        <Video aria-hidden="true" className="size-4 shrink-0" />
        <a href={call.location_details} target="_blank" rel="noreferrer" className="min-w-0 break-all underline">
          Join the call
        </a>
      </p>
    );
  return <p className="wrap-anywhere text-ink-2">{call.location_details}</p>;
}
