import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ExternalToast } from "sonner";
import { isConflict, problemText } from "./problem-text.ts";
import type { queryKeys as QueryKeys } from "./query-keys.ts";
import { ServiceError } from "./service-error.ts";
import { toast } from "./toast.ts";
import { isOffline } from "./use-online.ts";
import { useViewAs } from "./view-as.tsx";
import { useWorkspace } from "./workspace-context.ts";

/** A sentence, or a title with other toast options, such as a description or a button. */
type Message = string | (ExternalToast & { title: string });

export type ActionOptions<Input, Answer> = {
  /** The write itself. `id` stays the same until it succeeds, so that a retry after a lost response stores nothing twice. */
  action: (input: Input, id: string) => Promise<Answer>;
  /** The toast after a success. Null shows none. */
  successMessage?: Message | ((answer: Answer, input: Input) => Message | null);
  /** It changes nothing, so an admin who views the portal as a client can run it. */
  isRead?: boolean;
  /** It works in the workspace of a free account, too: its people and settings are no part of premium. */
  isFree?: boolean;
  /** What did not happen, without a period: "The pin was not changed". */
  errorMessage: string | ((input: Input) => string);
  /** Where a problem is shown: in a toast, by the caller from `problem`, or by the caller only when it is a conflict. */
  showProblem?: "toast" | "inline" | "inline-conflict";
  /** Replaces problemText for some errors. */
  explain?: (error: unknown, input: Input) => Message | null | Promise<Message | null>;
  /** Handles an error itself. True means that no message appears. */
  handleError?: (error: unknown, input: Input) => boolean;
  /** Makes errorMessage the toast's title and shows this text below it. */
  describeError?: (error: unknown, input: Input) => string | undefined;
  /** Keys whose queries are refetched afterward, after a success or a failure. */
  invalidates?: readonly QueryKey[];
  /**
   * What happens to a run that starts during another run: it is dropped or queued. In a queue, each run has its own ID, and lists
   * are refetched after the last run.
   */
  whenBusy?: "drop" | "queue";
  /** Shows the change before it is saved, and returns a function that reverts it. */
  optimistic?: (input: Input) => () => void;
  /**
   * Whether the toast about an unreachable server has Try again. Only `onSuccess` hears of that run, so it is no choice for a form
   * or a dialog, which go on after `run`.
   */
  canRetry?: boolean;
  onSuccess?: (answer: Answer, input: Input) => unknown;
};

export type Action<Input, Answer> = {
  /** Starts the action. Null when it failed or is already running. */
  run: (input: Input) => Promise<{ answer: Answer } | null>;
  busy: boolean;
  problem: string | null;
  /** Whether the last run met a conflict. */
  conflict: boolean;
  setProblem: (problem: string | null) => void;
};

/**
 * One write that runs once at a time, is stored once, and shows a toast for its success or problem. It is busy until the active
 * lists that it invalidates are refetched. After a conflict, `run` waits for them too, so that the next attempt uses the current
 * data.
 */
export function useAction<Input = void, Answer = unknown>(
  options: ActionOptions<Input, Answer>,
): Action<Input, Answer> {
  const viewedAs = useViewAs();
  const workspace = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  /** The toast about the run that failed, until that run succeeds. */
  const failure = useRef<{ runId: string; toast: string }>(null);
  /** What did not happen because the browser was offline. */
  const [failedOffline, setFailedOffline] = useState<string | null>(null);
  useEffect(() => {
    if (failedOffline === null) return;
    // The problem may stay on the page for long. Its button is still there for the next try.
    const sayOnline = () => {
      setProblem((shown) => shown && `${failedOffline}. You're back online. Please try again.`);
      setFailedOffline(null);
    };
    addEventListener("online", sayOnline);
    return () => removeEventListener("online", sayOnline);
  }, [failedOffline]);
  const id = useRef<string>(crypto.randomUUID());
  const runs = useRef(0);
  const lastRun = useRef<Promise<unknown>>(Promise.resolve());

  const showError = async (error: unknown, input: Input, runId: string, retry: () => void) => {
    const { errorMessage, explain, handleError, describeError, showProblem = "toast", canRetry = false } = options;
    if (handleError?.(error, input)) return;
    const title = typeof errorMessage === "function" ? errorMessage(input) : errorMessage;
    if (describeError) {
      toast.error(title, { description: describeError(error, input) });
      return setProblem(title);
    }
    const message = (await explain?.(error, input)) ?? problemText(error, title);
    if (showProblem === "toast" || (showProblem === "inline-conflict" && !isConflict(error))) {
      const toastOptions = typeof message === "string" ? { title: message } : message;
      // The toast itself tries again, because the same key or button may act on another row by then.
      failure.current = { runId, toast: crypto.randomUUID() };
      show("error", {
        id: failure.current.toast,
        ...(canRetry && isUnreached(error) && { action: { label: "Try again", onClick: retry } }),
        ...toastOptions,
      });
    }
    setConflict(isConflict(error));
    if (isUnreached(error) && isOffline()) setFailedOffline(title);
    setProblem(typeof message === "string" ? message : message.title);
  };

  /** A write is an entry of the audit log, too, which many pages show a part of. */
  const refetch = async () => {
    const { invalidates = [], isRead } = options;
    if (invalidates.length > 0) await invalidate((keys) => [...invalidates, ...(isRead ? [] : [keys.auditLog()])]);
  };

  /** Nothing is refetched while other runs wait, because the lists would lack their changes. */
  const finish = async () => {
    if (runs.current > 0) return;
    await refetch();
    if (runs.current === 0) setBusy(false);
  };

  const perform = async (input: Input, runId: string, takeBack: (() => void) | undefined) => {
    const { action, successMessage, onSuccess } = options;
    let reading: Promise<void> | undefined;
    let isRefused = false;
    try {
      const answer = await action(input, runId);
      id.current = crypto.randomUUID();
      // What failed before has happened now. Runs of a queue have IDs of their own, so another one's toast stays.
      if (failure.current?.runId === runId) toast.dismiss(failure.current.toast);
      const message = typeof successMessage === "function" ? successMessage(answer, input) : successMessage;
      if (message) show("success", message);
      await onSuccess?.(answer, input);
      return { answer };
    } catch (error) {
      isRefused = true;
      takeBack?.();
      // The plan or the rights may have ended since the page loaded. The page then says so; what was typed stays.
      if (workspace && error instanceof ServiceError && error.kind === "refused")
        void invalidate((keys) => [keys.workspace()]);
      if (isConflict(error) && runs.current === 1) {
        reading = refetch();
        await reading;
      }
      await showError(error, input, runId, () => void start(input, runId));
      return null;
    } finally {
      runs.current -= 1;
      // A refused request changed nothing, so the user can send the corrected form before the lists are read again.
      if (isRefused && runs.current === 0) setBusy(false);
      if (!reading) void finish();
    }
  };

  const run = (input: Input) => start(input, options.whenBusy === "queue" ? crypto.randomUUID() : id.current);

  /** A retry has the id of the run that failed, whose answer may only be lost. */
  const start = async (input: Input, runId: string) => {
    if (viewedAs && !options.isRead) {
      toast.error(`You're viewing the portal as ${viewedAs.name}. You can't change anything here.`);
      return null;
    }
    if (workspace && !workspace.may_write && !options.isRead && !options.isFree) {
      toast.error("Leads are read-only on the free plan. With Premium, you can work with them.");
      return null;
    }
    if (runs.current > 0 && options.whenBusy !== "queue") return null;
    runs.current += 1;
    setBusy(true);
    setProblem(null);
    setFailedOffline(null);
    setConflict(false);
    const takeBack = options.optimistic?.(input);
    const turn = lastRun.current.then(() => perform(input, runId, takeBack));
    lastRun.current = turn.catch(() => undefined);
    return turn;
  };
  return { run, busy, problem, conflict, setProblem };
}

const isUnreached = (error: unknown) => error instanceof ServiceError && error.kind === "offline";

function show(kind: "success" | "error", message: Message): void {
  const { title, ...more } = typeof message === "string" ? { title: message } : message;
  toast[kind](title, more);
}

/** Marks cached results as stale and refetches active ones. Pages before sign-in have none and load neither the query client nor the keys. */
async function invalidate(choose: (keys: typeof QueryKeys) => readonly QueryKey[]): Promise<void> {
  const [{ queryClient }, { queryKeys }] = await Promise.all([import("./query-client.ts"), import("./query-keys.ts")]);
  await Promise.all(choose(queryKeys).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
