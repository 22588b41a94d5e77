import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import type * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { clockNow } from "~/ui/clock-ticker.ts";
import { DialogDescription } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import type { BookedCall } from "../lib/call-types.ts";
import type { CallRef } from "../lib/lead-actions.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type CallTaker, type callTakers, callTakersQuery, handOverCall, undoHandOver } from "./api.ts";
import { DialogForm } from "./dialog-form.tsx";
import { Refusal } from "./refusal.tsx";

type Props = CallRef & { onDone: () => void };
type Answer = z.infer<typeof callTakers>;

/** Beside a colleague's name, and as a hint once they are chosen. */
const STATES: Record<CallTaker["state"], [short: string, hint: string]> = {
  free: ["free", "is free at this time."],
  off_shift: ["off shift", "is off shift at this time. You can still hand over the call."],
  away: ["away", "is away at this time. You can still hand over the call."],
  calendar: ["busy in their calendar", "is busy in their calendar at this time. You can still hand over the call."],
  busy: ["has another call", "has another call at this time."],
};

/** Why the call can't go to anyone, as it is by now; null if it can. */
function obstacleOf({ state, starts_at, from, takers }: Answer): string | null {
  if (state === "cancelled") return "This call was canceled";
  if (state !== "booked" || Date.parse(starts_at) <= clockNow()) return "This call has started";
  if (from.length === 0) return "This call has another host now";
  if (takers.length === 0) return "There's no colleague who can take this call";
  if (takers.every((taker) => taker.state === "busy")) return "Every colleague has another call at this time";
  return null;
}

/** Gives a call to a colleague at the same time. It says how each of them is at that time. */
export function HandOverCallForm({ call, account, onDone }: Props) {
  const query = useQuery(callTakersQuery(call.id, account));
  const { user } = useSession();
  const { from: hosts = [], takers = [], starts_at: startsAt = call.starts_at } = query.data ?? {};
  const [chosenHost, setChosenHost] = useState("");
  const [takerId, setTakerId] = useState("");
  const [tried, setTried] = useState(false);
  const from = chosenHost || (hosts[0]?.id ?? "");
  const taker = takers.find(({ id }) => id === takerId);
  const isBusy = taker?.state === "busy";
  const handOver = useAction({
    action: (to: CallTaker) => handOverCall(call.id, from, to.id, account),
    errorMessage: "Couldn't hand over the call",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: (handed, to) => {
      const name =
        to.id === user?.id
          ? `You took over the call with ${call.name}`
          : `Call with ${call.name} handed over to ${to.name}`;
      if (handed)
        offerUndo({
          text: `${name}. ${toldText(call)}`,
          name,
          undo: () => undoHandOver(call.id, account),
        });
      onDone();
    },
  });
  const submit = () => {
    setTried(true);
    if (taker && !isBusy) void handOver.run(taker);
  };
  const problem = isBusy ? `${taker.name} ${STATES.busy[1]}` : tried && !taker ? "Choose a colleague" : undefined;
  const names = formatNames(call.hosts.map(({ name }) => name));
  const title = `Hand over the call with ${call.name}`;
  const isMoved = Date.parse(startsAt) !== Date.parse(call.starts_at);
  const obstacle = query.data && obstacleOf(query.data);
  if (obstacle) return <Refusal title={title} obstacle={`${obstacle}.`} />;
  if (query.isError && !query.data)
    return (
      <Refusal title={title} obstacle={`It's on ${formatCallTime(call.starts_at)}.`}>
        <LoadError text="Couldn't load your colleagues" error={query.error} onRetry={() => void query.refetch()} />
      </Refusal>
    );
  return (
    <DialogForm
      title={title}
      confirmLabel="Hand over"
      busy={handOver.busy}
      problem={handOver.problem}
      onSubmit={submit}
    >
      <DialogDescription>
        {isMoved ? "It was moved to" : "It's on"} {formatCallTime(startsAt)}
        {names && `, with ${names}`}. The time stays the same. {call.name} and {call.hosts.length > 1 ? "all" : "both"}{" "}
        hosts get an email.
      </DialogDescription>
      {hosts.length > 1 && (
        <Field label="From">
          <NativeSelect value={from} onChange={({ target }) => setChosenHost(target.value)}>
            {hosts.map(({ id, name }) => (
              <option key={id} value={id}>
                {nameOf({ id, name }, user?.id)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <Field
        label="New host"
        required
        error={problem}
        hint={taker && !isBusy ? `${taker.name} ${STATES[taker.state][1]}` : undefined}
      >
        <NativeSelect
          data-first=""
          value={takerId}
          aria-busy={query.isPending}
          onChange={({ target }) => {
            setTakerId(target.value);
            handOver.setProblem(null);
          }}
        >
          <option value="">{query.isPending ? "Loading…" : "Choose…"}</option>
          {takers.map(({ id, name, state }) => (
            <option key={id} value={id} disabled={state === "busy"}>
              {nameOf({ id, name }, user?.id)}, {STATES[state][0]}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </DialogForm>
  );
}

/** The visitor, the hosts and the new host. */
const toldText = ({ name, hosts }: BookedCall) =>
  hosts.length > 1 ? `${name} and all ${hosts.length + 1} hosts get an email` : "All three get an email";

/** "Theo Lindqvist (you)". */
const nameOf = ({ id, name }: { id: string; name: string }, me: string | undefined) =>
  id === me ? `${name} (you)` : name;
