import { rpc, runQuery } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";
import { insertOnce } from "../lib/insert-once.ts";
import { type LeadRef, type LeadTask, undoResult } from "../lib/lead-types.ts";
import type { NextTask } from "../lib/log-activity.ts";

/** `owner_name` is the caller, or the user who claimed the lead first. */
export const claimedLead = z.object({ claimed: z.boolean(), owner_name: z.string() });

/** Makes an unowned lead the caller's. Throws ServiceError. */
export const claimLead = ({ id, account }: LeadRef) => rpc("claim_lead", { p_lead_id: id }, claimedLead, account?.slug);

/** Adds a task. Idempotent. Throws ServiceError. */
export const addTask = ({ id, account }: LeadRef, task: NextTask) =>
  insertOnce(runQuery((db) => db.from("lead_tasks").insert({ ...task, lead_id: id }), account?.slug));

export const finishedTask = z.object({ lead_id: z.string(), again: z.boolean() });

/** Finishes a task and plans the next one in the same transaction. Throws ServiceError. */
export const finishTask = ({ account }: LeadRef, { id }: LeadTask, next?: NextTask) =>
  rpc("finish_task", { p_task_id: id, p_next: next }, finishedTask, account?.slug);

/** Reopens a finished task and removes the task that was planned next. Throws ServiceError. */
export const reopenTask = ({ account }: LeadRef, { id }: LeadTask, planned?: string) =>
  rpc("reopen_task", { p_task_id: id, p_planned: planned }, undoResult, account?.slug);
