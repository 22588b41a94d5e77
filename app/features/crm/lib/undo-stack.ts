import { onClearUserData } from "~/shared/clear-user-data.ts";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type ToastButton, toast } from "~/shared/toast.ts";
import type { UndoResult } from "./lead-types.ts";

/** A change that can be undone. `text` describes it, such as "Moved Nadia Rahimi to Proposal". */
type Step = {
  text: string;
  /** Names the change after Undo, if `text` also says what else happened, such as who got an email. */
  name?: string;
  /** The toast after Undo, if "Undone" and the name would read as if the change were still true. */
  undone?: string;
  /** The id of the change, for `settleUndo`. */
  change?: string;
  /** The lead that a list shows again after Undo. */
  leadId?: string;
  undo: () => Promise<UndoResult>;
  /** Leads to what the change makes necessary. */
  next?: ToastButton | undefined;
  /** Shows the result before the answer arrives, and returns a function that takes it back. */
  predict?: () => () => void;
};

type Offer = Step & { dismissToast: () => void };

const steps: Offer[] = [];
const MAX_STEPS = 50;
onClearUserData(() => {
  steps.length = 0;
});

const undoneListeners = new Set<(leadId: string) => void>();

/** Tells a list which lead an undone change belongs to. Returns a function that stops. */
export function onUndone(listener: (leadId: string) => void): () => void {
  undoneListeners.add(listener);
  return () => {
    undoneListeners.delete(listener);
  };
}

/** Shows a toast with Undo, and keeps the step for the undo key. */
export function offerUndo(step: Step): void {
  const offer: Offer = { ...step, dismissToast: toast.undo(step.text, () => void undo(offer), step.next) };
  steps.push(offer);
  if (steps.length > MAX_STEPS) steps.shift();
}

/** The change was undone elsewhere, or its time has passed: its toast and the undo key no longer offer it. */
export function settleUndo(change: string): void {
  for (const offer of steps.filter((one) => one.change === change)) withdraw(offer);
}

function withdraw(offer: Offer): void {
  steps.splice(steps.indexOf(offer), 1);
  offer.dismissToast();
}

/** Changes that are on the screen already, but whose steps follow with their answers. */
const running = new Set<Promise<unknown>>();

/** The undo key waits for this change, so that it never misses what the user sees. */
export function trackChange<Answer>(change: Promise<Answer>): Promise<Answer> {
  running.add(change);
  void change.finally(() => running.delete(change)).catch(() => undefined);
  return change;
}

/** Undoes the latest step, or shows that there is none. */
export async function undoLatest(): Promise<void> {
  await Promise.allSettled([...running]);
  const step = steps.at(-1);
  if (step) void undo(step);
  else toast.info("Nothing to undo");
}

async function undo(step: Offer): Promise<void> {
  if (!steps.includes(step)) return;
  withdraw(step);
  const takeBack = step.predict?.();
  try {
    const undone = await step.undo();
    if (undone.restored > 0 && step.leadId) for (const listener of undoneListeners) listener(step.leadId);
    const isWhole = undone.restored > 0 && undone.kept === 0;
    const text = isWhole ? (step.undone ?? `Undone: ${step.name ?? step.text}`) : partialUndoText(undone);
    const { rest } = undone;
    if (rest) toast.info(`${text}. ${rest.text}`, rest.button && { action: rest.button });
    else if (isWhole) toast.success(text);
    else toast.info(text);
  } catch (error) {
    takeBack?.();
    // A final refusal is shown once and not retried.
    if (isFinal(error)) toast.info(problemText(error, "Couldn't undo the change"));
    else {
      steps.push(step);
      toast.error(problemText(error, "Couldn't undo the change"));
    }
  }
  await queryClient.invalidateQueries({ queryKey: queryKeys.crm() });
}

const isFinal = (error: unknown) =>
  isConflict(error) || (error instanceof ServiceError && (error.code === "PT404" || error.code === "22023"));

function partialUndoText({ restored, kept }: UndoResult): string {
  if (restored > 0) return `Undone for ${restored}. ${kept} changed since and were kept`;
  if (kept === 0) return "Nothing left to undo";
  return kept === 1 ? "Not undone: it changed since" : `Not undone: all ${kept} changed since`;
}
