import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { isTimeZone, localZone } from "../../../../domain/zoned-time.ts";
import { dayOf } from "../calls/week.ts";
import { theirTime, toldText } from "../lib/calls.ts";
import type { CallRef } from "../lib/lead-actions.ts";
import { LATEST } from "../lib/task-fields.tsx";
import { offerUndo } from "../lib/undo-stack.ts";
import { callNowQuery, cancelCall, moveCall, moveTimesQuery, undoCallChange } from "./api.ts";
import { BookTimes, pageOf, pageWith } from "./book-times.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { Refusal } from "./refusal.tsx";

type Props = CallRef & { onDone: () => void };

const pad = (part: number) => String(part).padStart(2, "0");
/** As an input of the type datetime-local shows it. */
const inputValue = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** For the ref of the choice between times. It goes when the response says that the call's type was deleted. */
const returnsFocusToNewTime = (choice: Element | null) => {
  const form = choice?.closest("form");
  returnsFocusTo(() => form?.querySelector("input[type=datetime-local]") ?? null)(choice);
};

/** The call as it is by now, and why nothing can be done with it. Not after the user did something themselves. */
function useCallNow({ call, account }: CallRef) {
  const [isDone, setDone] = useState(false);
  const { data } = useQuery({ ...callNowQuery(call.id, account), staleTime: 0, enabled: !isDone });
  const obstacle =
    data === null
      ? "You don't have this call anymore. A colleague may have taken it over."
      : data?.state === "cancelled"
        ? "This call was canceled."
        : null;
  const startsAt = data?.starts_at ?? call.starts_at;
  const isMoved = Date.parse(startsAt) !== Date.parse(call.starts_at);
  return { obstacle: isDone ? null : obstacle, startsAt, isMoved: isMoved && !isDone, markDone: () => setDone(true) };
}

/** Moves a call to a free time of its hosts, or to any other time. It asks first, because the visitor gets an email. */
export function MoveCallForm({ call, account, to, onDone }: Props) {
  const { user } = useSession();
  const { obstacle, startsAt, isMoved, markDone } = useCallNow({ call, account });
  const [now] = useState(() => new Date());
  // A colleague may have moved it since. What the user chose stays.
  const begins = to ?? new Date(startsAt);
  const [chosenPage, setPage] = useState<number | null>(null);
  const page = chosenPage ?? pageWith(begins, now);
  const [day, setDay] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(to ? secondsOf(to) : null);
  const [typedOther, setOther] = useState<string | null>(null);
  const other = typedOther ?? inputValue(begins);
  const [choice, setChoice] = useState<"free" | "other" | null>(null);
  const period = pageOf(page, now);
  const query = useQuery(moveTimesQuery(call.id, period.from, period.to, account));
  const { data } = query;
  const current = secondsOf(new Date(startsAt));
  const free = data && { ...data, times: data.times.filter((time) => time !== current) };
  // A type that was deleted has no free times.
  const hasFree = !data || data.horizon_days > 0;
  const isOutside = to !== undefined && data !== undefined && !data.times.includes(secondsOf(to));
  const mode = hasFree ? (choice ?? (isOutside ? "other" : "free")) : "other";
  const move = useAction({
    action: (time: Date) => moveCall(call.id, time, account),
    errorMessage: "Couldn't move the call",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: (moved, time) => {
      markDone();
      const name = `Call with ${call.name} moved to ${formatCallTime(time)}, ${zoneText(localZone(), time.getTime())}`;
      if (moved)
        offerUndo({
          text: `${name}. ${toldText(call, user?.id)}`,
          name,
          undo: () => undoCallChange(call.id, time, account),
        });
      onDone();
    },
  });
  const chosen = mode === "other" ? new Date(other) : at === null ? null : new Date(at * 1000);
  const submit = () => {
    if (!chosen) return move.setProblem("Choose a time");
    if (Number.isNaN(chosen.getTime())) return move.setProblem("Enter a day and a time");
    if (chosen.getTime() > LATEST) return move.setProblem("Choose an earlier time");
    if (secondsOf(chosen) === current) return move.setProblem("The call is already at this time. Choose another one.");
    void move.run(chosen);
  };
  const hosts = formatNames(call.hosts.map(({ name }) => name));
  const title = `Move the call with ${call.name}`;
  if (obstacle) return <Refusal title={title} obstacle={obstacle} />;
  return (
    <DialogForm
      title={title}
      confirmLabel="Move call"
      busy={move.busy}
      problem={mode === "free" && at === null ? null : move.problem}
      choice={chosen && mode === "free" ? formatCallTime(chosen) : undefined}
      onSubmit={submit}
    >
      <DialogDescription>
        {isMoved ? "It was moved to" : "It's on"} {formatCallTime(startsAt)}
        {hosts && `, with ${hosts}`}. {toldText(call, user?.id)} with the new time.
      </DialogDescription>
      {hasFree && (
        <div ref={returnsFocusToNewTime} className="contents">
          <SegmentedControl
            legend="Which times"
            options={[
              { value: "free", label: "Free times" },
              { value: "other", label: "Another time" },
            ]}
            value={mode}
            onChange={(next) => {
              setChoice(next);
              move.setProblem(null);
            }}
          />
          {mode === "free" && query.isError && !data && (
            <LoadError text="Couldn't load the free times" error={query.error} onRetry={() => void query.refetch()} />
          )}
          {mode === "free" && !(query.isError && !data) && (
            <BookTimes
              times={free}
              isStale={query.isPlaceholderData || query.isPending}
              page={page}
              now={now}
              horizonDays={data?.horizon_days ?? 0}
              at={at}
              // Someone who moves a call starts on its day.
              day={day ?? dayOf(at === null ? new Date(startsAt) : new Date(at * 1000))}
              problem={at === null ? move.problem : null}
              onPage={setPage}
              onDay={(next) => {
                setDay(next);
                setAt(null);
              }}
              onAt={(next) => {
                setAt(next);
                move.setProblem(null);
              }}
            />
          )}
        </div>
      )}
      {mode === "other" && (
        <Field
          label="New time"
          required
          hint="It can be outside working hours. Only other calls and their buffers block it."
        >
          <Input
            type="datetime-local"
            step={300}
            value={other}
            onChange={({ target }) => {
              setOther(target.value);
              move.setProblem(null);
            }}
          />
        </Field>
      )}
      {chosen && !Number.isNaN(chosen.getTime()) && isTimeZone(call.time_zone) && (
        <p aria-live="polite" className="-mt-1.5 text-13 text-ink-2">
          {theirTime(chosen, call)}
        </p>
      )}
    </DialogForm>
  );
}

/** Asks before a call is canceled, because the visitor gets an email. */
export function CancelCallForm({ call, account, onDone }: Props) {
  const { user } = useSession();
  const { obstacle, startsAt, isMoved, markDone } = useCallNow({ call, account });
  const cancel = useAction({
    action: () => cancelCall(call.id, account),
    errorMessage: "Couldn't cancel the call",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: (canceled) => {
      markDone();
      if (canceled)
        offerUndo({
          text: `Call with ${call.name} canceled. ${toldText(call, user?.id)}`,
          name: `Call with ${call.name} canceled`,
          undo: () => undoCallChange(call.id, null, account),
        });
      onDone();
    },
  });
  const title = `Cancel the call with ${call.name}?`;
  if (obstacle) return <Refusal title={title} obstacle={obstacle} />;
  return (
    <DialogForm
      title={title}
      confirmLabel="Cancel call"
      confirmVariant="danger"
      busy={cancel.busy}
      problem={cancel.problem}
      onSubmit={() => void cancel.run()}
      secondaryAction={
        <DialogClose asChild>
          <Button data-first="">Keep it</Button>
        </DialogClose>
      }
    >
      <DialogDescription>
        {isMoved ? "It was moved to" : "It's on"} {formatCallTime(startsAt)}. {toldText(call, user?.id)}, and the time
        is free again.
      </DialogDescription>
    </DialogForm>
  );
}
