import { callCrm } from "./call-crm.ts";

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

/** Logs what a person did with a lead, and in the same step claims, moves and plans. Throws ServiceError. */
export function logActivity(activity: Activity): Promise<{ id: string; claimed: boolean; again: boolean }> {
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
