import { rpc, runQuery } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";
import { toast } from "~/shared/toast.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { clearDrafts } from "./drafts.ts";
import { type LeadRef, undoResult } from "./lead-types.ts";
import { offerUndo, settleUndo } from "./undo-stack.ts";

export type NextTask = { id: string; kind: string; title: string; due_at: string };

export type Activity = {
  /** The id makes retries safe: the database logs an activity with the same id only once. */
  id: string;
  leadId: string;
  /** The slug of the lead's account, if it isn't the page's. */
  account?: string | undefined;
  kind: string;
  body?: string | undefined;
  outcome?: string | undefined;
  /** The time of the activity, if it is not now. */
  at?: string | undefined;
  /** The duration of a call. */
  seconds?: number | undefined;
  claim?: boolean | undefined;
  stage?: string | undefined;
  next?: NextTask | undefined;
};

/** `finished` is the title of the task that this activity completes. */
export const loggedActivity = z.object({
  id: z.string(),
  claimed: z.boolean(),
  finished: z.nullable(z.string()),
  again: z.boolean(),
});
export type LogResult = z.infer<typeof loggedActivity>;

const NOT_LOGGED: Record<string, string> = {
  note: "Couldn't save the note",
  call: "Couldn't log the call",
  sms: "Couldn't log the SMS",
};

/** What did not happen when an activity of this kind wasn't stored. */
export const logErrorText = (kind: string): string => NOT_LOGGED[kind] ?? "Couldn't log the activity";

/** Logs an activity. The same transaction can claim and move the lead, finish a task and plan the next one. Throws ServiceError. */
export function logActivity(activity: Activity) {
  const { id, leadId, account, kind, body, outcome, at, claim = false, next, seconds, stage } = activity;
  const args = { p_id: id, p_lead_id: leadId, p_kind: kind, p_body: body, p_outcome: outcome, p_occurred_at: at };
  return rpc(
    "log_activity",
    { ...args, p_claim: claim, p_next: next, p_seconds: seconds, p_stage: stage },
    loggedActivity,
    account,
  );
}

/**
 * Marks that someone is answering this lead, so that it is not escalated in the meantime. A failure is ignored, because the answer is
 * logged anyway.
 */
export function markBeingAnswered({ id, account }: Pick<LeadRef, "id" | "account">): void {
  runQuery((db) => db.rpc("start_call", { p_lead_id: id }), account?.slug).catch(() => undefined);
}

/** Undoes a logged activity and its other changes. Possible within a day. Throws ServiceError. */
export const undoLog = (id: string, account?: string) => rpc("undo_log_activity", { p_id: id }, undoResult, account);

type Shown = {
  text: string;
  /** Names the entry after Undo, if `text` doesn't. */
  name?: string;
  /** The drafts that became this entry. They are cleared, and Undo makes them drafts again. */
  drafts?: string[];
};

/**
 * Shows what was logged for a lead or sent to it, and which task this finished, with Undo. An email can be undone only for
 * `undo_seconds`.
 */
export function showLoggedToast(
  { id, finished, undo_seconds }: Pick<LogResult, "id" | "finished"> & { undo_seconds?: number },
  lead: Pick<LeadRef, "id" | "account">,
  { text, name = text, drafts = [] }: Shown,
): void {
  const restore = clearDrafts(drafts);
  const done = withFinished(text, finished ? [finished] : []);
  if (undo_seconds !== undefined && undo_seconds <= 0) {
    toast.success(done);
    return;
  }
  offerUndo({
    change: id,
    text: done,
    name,
    leadId: lead.id,
    undo: async () => {
      const undone = await undoLog(id, lead.account?.slug);
      return restore() ? { ...undone, rest: { text: "What you entered is a draft again" } } : undone;
    },
  });
  if (undo_seconds !== undefined) setTimeout(() => settleUndo(id), undo_seconds * 1000);
}

/** Adds the tasks that a change completed. */
export const withFinished = (text: string, titles: string[]): string =>
  titles.length > 0 ? `${text}. Completed ${formatNames(titles.map((title) => `“${title}”`))}` : text;
