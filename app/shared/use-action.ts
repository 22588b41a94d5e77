import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ExternalToast } from "sonner";
import { isConflict, problemText } from "./problem-text.ts";
import { toast } from "./toast.ts";

/** A sentence, or a title with the rest of its toast: a description, an Undo button. */
type Message = string | (ExternalToast & { title: string });

export type ActionOptions<Input, Answer> = {
  /** The write itself. `id` stays the same until it succeeds, so that a second try after a lost answer stores nothing twice. */
  action: (input: Input, id: string) => Promise<Answer>;
  /** Said in a toast. Null says nothing. */
  successMessage?: Message | ((answer: Answer, input: Input) => Message | null);
  /** What did not happen, without a full stop: "The pin was not changed". */
  errorMessage: string | ((input: Input) => string);
  /** Where a problem is shown: in a toast, by the caller from `problem`, or by the caller only when it is a conflict. */
  showProblem?: "toast" | "inline" | "inline-conflict";
  /** Another text than problemText for some errors. */
  explain?: (error: unknown, input: Input) => string | null | Promise<string | null>;
  /** Takes over an error: true shows nothing else for it. */
  handleError?: (error: unknown, input: Input) => boolean;
  /** Makes errorMessage a title of its own, with this below it in the toast. */
  describeError?: (error: unknown, input: Input) => string | undefined;
  /** Keys whose queries are read again afterwards, whether it succeeded or not. */
  invalidates?: readonly QueryKey[];
  /**
   * What happens to a run that starts while another one runs: it is dropped, or it waits for its turn. In a queue each run has
   * its own id, and the lists are read again after the last run.
   */
  whenBusy?: "drop" | "queue";
  /** Shows the change before it is stored, and returns what takes it back. */
  optimistic?: (input: Input) => () => void;
  onSuccess?: (answer: Answer, input: Input) => unknown;
};

export type Action<Input, Answer> = {
  /** Starts the action. Null when it failed, or when it runs already. */
  run: (input: Input) => Promise<{ answer: Answer } | null>;
  busy: boolean;
  problem: string | null;
  /** Whether the last run met a conflict. */
  conflict: boolean;
  setProblem: (problem: string | null) => void;
};

/**
 * One write: once at a time, stored once, with its success and its problem told and its lists read again. After a conflict the
 * active lists are read before it ends, so that the next try decides on what is there.
 */
export function useAction<Input = void, Answer = unknown>(
  options: ActionOptions<Input, Answer>,
): Action<Input, Answer> {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const id = useRef<string>(crypto.randomUUID());
  const runs = useRef(0);
  const lastRun = useRef<Promise<unknown>>(Promise.resolve());

  const tell = async (error: unknown, input: Input) => {
    const { errorMessage, explain, handleError, describeError, showProblem = "toast" } = options;
    if (handleError?.(error, input)) return;
    const what = typeof errorMessage === "function" ? errorMessage(input) : errorMessage;
    if (describeError) {
      toast.error(what, { description: describeError(error, input) });
      return setProblem(what);
    }
    const text = (await explain?.(error, input)) ?? problemText(error, what);
    if (showProblem === "toast" || (showProblem === "inline-conflict" && !isConflict(error))) toast.error(text);
    setConflict(isConflict(error));
    setProblem(text);
  };

  const perform = async (input: Input, takeBack: (() => void) | undefined) => {
    const { action, successMessage, invalidates = [], whenBusy, onSuccess } = options;
    try {
      const answer = await action(input, whenBusy === "queue" ? crypto.randomUUID() : id.current);
      id.current = crypto.randomUUID();
      const message = typeof successMessage === "function" ? successMessage(answer, input) : successMessage;
      if (message) say(message);
      await onSuccess?.(answer, input);
      return { answer };
    } catch (error) {
      takeBack?.();
      if (isConflict(error) && runs.current === 1)
        await Promise.all(invalidates.map((queryKey) => client.refetchQueries({ queryKey, type: "active" })));
      await tell(error, input);
      return null;
    } finally {
      runs.current -= 1;
      // Lists that are read now would not know of the changes that still wait.
      if (runs.current === 0) {
        setBusy(false);
        for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      }
    }
  };

  const run = async (input: Input) => {
    if (runs.current > 0 && options.whenBusy !== "queue") return null;
    runs.current += 1;
    setBusy(true);
    setProblem(null);
    setConflict(false);
    const takeBack = options.optimistic?.(input);
    const turn = lastRun.current.then(() => perform(input, takeBack));
    lastRun.current = turn.catch(() => undefined);
    return turn;
  };
  return { run, busy, problem, conflict, setProblem };
}

function say(message: Message): void {
  const { title, ...more } = typeof message === "string" ? { title: message } : message;
  toast.success(title, more);
}
