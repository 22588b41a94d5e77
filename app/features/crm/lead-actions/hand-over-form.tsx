import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { DialogDescription } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import type { CallRef } from "../lib/lead-actions.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type CallTaker, callTakersQuery, handOverCall, undoHandOver } from "./api.ts";
import { DialogForm } from "./dialog-form.tsx";

type Props = CallRef & { onDone: () => void };

/** Beside a colleague's name, and as a hint once they are chosen. */
const STATES: Record<CallTaker["state"], [short: string, hint: string]> = {
  free: ["free", "is free at this time."],
  off_shift: ["off shift", "is off shift at this time. You can still hand over the call."],
  away: ["away", "is away at this time. You can still hand over the call."],
  calendar: ["busy in their calendar", "is busy in their calendar at this time. You can still hand over the call."],
  busy: ["has another call", "has another call at this time."],
};

/** Gives a call to a colleague at the same time. It says how each of them is at that time. */
export function HandOverCallForm({ call, account, onDone }: Props) {
  const query = useQuery(callTakersQuery(call.id, account));
  const { from: hosts = [], takers = [] } = query.data ?? {};
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
      if (handed)
        offerUndo({
          text: `Call with ${call.name} handed over to ${to.name}. They get an email`,
          undo: () => undoHandOver(call.id, account),
        });
      onDone();
    },
  });
  const submit = () => {
    setTried(true);
    if (taker && !isBusy) void handOver.run(taker);
  };
  const problem = isBusy
    ? `${taker.name} ${STATES.busy[1]}`
    : tried && !taker && query.data
      ? "Choose a colleague"
      : undefined;
  const names = formatNames(call.hosts.map(({ name }) => name));
  return (
    <DialogForm
      title={`Hand over the call with ${call.name}`}
      confirmLabel="Hand over"
      busy={handOver.busy}
      problem={handOver.problem}
      onSubmit={submit}
    >
      <DialogDescription>
        It's on {formatCallTime(call.starts_at)}
        {names && `, with ${names}`}. The time stays the same. {call.name} and both hosts get an email.
      </DialogDescription>
      {query.isError && !query.data ? (
        <LoadError text="Couldn't load your colleagues" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {hosts.length > 1 && (
            <Field label="From">
              <NativeSelect value={from} onChange={({ target }) => setChosenHost(target.value)}>
                {hosts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            </Field>
          )}
          {query.data && takers.length === 0 ? (
            <p className="text-13 text-ink-2">There's no colleague who can take this call.</p>
          ) : (
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
                    {name} ({STATES[state][0]})
                  </option>
                ))}
              </NativeSelect>
            </Field>
          )}
        </>
      )}
    </DialogForm>
  );
}
