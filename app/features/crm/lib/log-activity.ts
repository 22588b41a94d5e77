import { callCrm } from "./call-crm.ts";
import { offerUndo } from "./undo-stack.ts";

export type NextTask = { id: string; kind: string; title: string; due_at: string };

export type Activity = {
  /** Made up once for each thing that is logged: sent twice, it is logged once. */
  id: string;
  leadId: string;
  kind: string;
  body?: string | undefined;
  outcome?: string | undefined;
  /** When it happened, if not now. */
  at?: string | undefined;
  /** How long a call took. */
  seconds?: number | undefined;
  claim?: boolean | undefined;
  stage?: string | undefined;
  next?: NextTask | undefined;
};

/** What came of it; `finished` is the title of the task that it was promised for. */
export type LogResult = { id: string; claimed: boolean; finished: string | null; again: boolean };

/** Logs what a person did with a lead, and in the same step claims, moves, finishes and plans. Throws ServiceError. */
export function logActivity(activity: Activity): Promise<LogResult> {
  return callCrm("log_activity", {
    p_id: activity.id,
    p_lead_id: activity.leadId,
    p_kind: activity.kind,
    p_body: activity.body,
    p_outcome: activity.outcome,
    p_occurred_at: activity.at,
    p_claim: activity.claim ?? false,
    p_next: activity.next,
    p_seconds: activity.seconds,
    p_stage: activity.stage,
  });
}

/** Says that a lead is being answered: it is not taken away meanwhile. Where that fails, the answer is logged all the same. */
export function markBeingAnswered(leadId: string): void {
  callCrm("start_call", { p_lead_id: leadId }).catch(() => undefined);
}

/** Takes a log back with everything that it did besides, within a day. Throws ServiceError. */
export function undoLog(id: string): Promise<{ restored: number; kept: number }> {
  return callCrm("undo_log_activity", { p_id: id });
}

/** Says what was logged, and which task it finished, with Undo. */
export function showLoggedToast({ id, finished }: LogResult, text: string): void {
  offerUndo({ text: finished ? `${text}. “${finished}” is done` : text, undo: () => undoLog(id) });
}
