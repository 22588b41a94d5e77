import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { bookedCall } from "../lib/call-types.ts";
import { insertOnce } from "../lib/insert-once.ts";
import { type LeadRef, type LeadTask, type UndoResult, undoResult } from "../lib/lead-types.ts";
import type { NextTask } from "../lib/log-activity.ts";

/** `owner_name` is the caller, or the user who claimed the lead first. */
export const claimedLead = z.object({
  claimed: z.boolean(),
  /** Not when the user owned it already. */
  is_new: z.boolean(),
  owner_name: z.string(),
});

/** Makes an unowned lead the caller's. Throws ServiceError. */
export const claimLead = ({ id, account }: LeadRef) => rpc("claim_lead", { p_lead_id: id }, claimedLead, account?.slug);

/** Makes a lead that the user claimed nobody's again, unless someone else owns it by now. */
export const undoClaim = ({ id, account }: LeadRef) => rpc("undo_claim", { p_lead_id: id }, undoResult, account?.slug);

/** Adds a task. Idempotent. Throws ServiceError. */
export const addTask = ({ id, account }: LeadRef, task: NextTask) =>
  insertOnce(runQuery((db) => db.from("lead_tasks").insert({ ...task, lead_id: id }), account?.slug));

/** Deletes a task that was just added, unless someone did or changed it since. Throws ServiceError. */
export async function removeTask({ account }: LeadRef, { id, kind, title, due_at }: NextTask): Promise<UndoResult> {
  const gone = await runQuery(
    (db) => db.from("lead_tasks").delete().match({ id, kind, title, due_at }).is("done_at", null).select("id"),
    account?.slug,
  );
  return { restored: gone.length, kept: 1 - gone.length };
}

export const finishedTask = z.object({ lead_id: z.string(), again: z.boolean() });

/** Finishes a task and plans the next one in the same transaction. Throws ServiceError. */
export const finishTask = ({ account }: LeadRef, { id }: LeadTask, next?: NextTask) =>
  rpc("finish_task", { p_task_id: id, p_next: next }, finishedTask, account?.slug);

/** Reopens a finished task and removes the task that was planned next. Throws ServiceError. */
export const reopenTask = ({ account }: LeadRef, { id }: LeadTask, planned?: string) =>
  rpc("reopen_task", { p_task_id: id, p_planned: planned }, undoResult, account?.slug);

const offeredType = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  minutes: z.number(),
  location: z.enum(["phone", "video", "place"]),
  horizon_days: z.number(),
  questions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(["text", "textarea", "select"]),
      required: z.boolean(),
      options: z.optional(z.array(z.string())),
    }),
  ),
  assignment: z.enum(["person", "pool", "together"]),
  hosts: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OfferedType = z.infer<typeof offeredType>;

/** What the team can book for a lead (`call_times`). Times are seconds since 1970. */
export const callTimes = z.object({
  types: z.array(offeredType),
  /** The type whose times these are; null when the account offers none. */
  type_id: z.nullable(z.string()),
  may_manage: z.boolean(),
  zone: z.string(),
  /** The lead's time zone, if an earlier booking told it. */
  lead_zone: z.nullable(z.string()),
  /** What the lead answered when it booked before, by question. */
  answers: z.record(z.string(), z.string()),
  times: z.array(z.number()),
  /** The first free time after the period when it has none. */
  next: z.nullable(z.number()),
});
export type CallTimes = z.infer<typeof callTimes>;

/** Free times as the dialogs list them, in seconds since 1970. */
export type FreeTimes = Pick<CallTimes, "times" | "next">;

type Asked = {
  typeId: string | null;
  /** The host whose times these are, if the type has a choice. Null for anyone who is free. */
  host: string | null;
  from: string;
  to: string;
  /** The wished time, which decides about the type if none is chosen. */
  at: string | undefined;
};

/** The meeting types of the lead's account, and when a call can begin. */
export const callTimesQuery = ({ id, account }: LeadRef, { typeId, host, from, to, at }: Asked) =>
  queryOptions({
    queryKey: queryKeys.callTimes(id, { typeId, host, from, at }),
    queryFn: () =>
      rpc(
        "call_times",
        {
          p_lead_id: id,
          ...(typeId && { p_type_id: typeId }),
          ...(host && { p_host: host }),
          p_from: from,
          p_to: to,
          ...(at && !typeId && { p_at: at }),
        },
        callTimes,
        account?.slug,
      ),
    // Another week or type keeps the dialog as high as it is.
    placeholderData: (before: CallTimes | undefined) => before,
  });

/** How the person who books reached the lead. */
export type BookedResponse = "call" | "email";

export type CallWish = {
  typeId: string;
  at: number;
  /** Null for whoever of the hosts is free. */
  host: string | null;
  sent: { email?: string; phone?: string; time_zone: string; answers: Record<string, string> };
  /** Is logged with the booking. */
  response?: BookedResponse | undefined;
};

/** A call that was just booked. `finished` are the titles of the tasks that this completed. */
export const newCall = z.extend(bookedCall, { finished: z.array(z.string()) });

/** Books a call in the lead's name. Idempotent by its id. Throws ServiceError. */
export const bookCall = ({ id, account }: LeadRef, { typeId, at, host, sent, response }: CallWish, callId: string) =>
  rpc(
    "book_call",
    {
      p_id: callId,
      p_lead_id: id,
      p_type_id: typeId,
      p_starts_at: new Date(at * 1000).toISOString(),
      ...(host && { p_host: host }),
      p_sent: sent,
      ...(response && { p_response: response }),
    },
    newCall,
    account?.slug,
  );

/** With `was_told`, someone got an email about the call, so it is canceled and stays. Absent if there was nothing to undo. */
export const undoneBooking = z.extend(undoResult, { was_told: z.optional(z.boolean()) });

/** Takes back a call that the caller booked, with what it changed at the lead and the response logged with it. Throws ServiceError. */
export async function undoBookCall({ account }: LeadRef, callId: string): Promise<UndoResult> {
  const { was_told, ...undone } = await rpc("undo_book_call", { p_booking_id: callId }, undoneBooking, account?.slug);
  const text = "An email about the call had been sent, so the call stays in the lead's history as canceled";
  return { ...undone, ...(was_told && { rest: { text } }) };
}

/** When a call can be moved to, with the hosts that it has (`move_times`). */
export const moveTimes = z.object({
  horizon_days: z.number(),
  times: z.array(z.number()),
  next: z.nullable(z.number()),
});
export type MoveTimes = z.infer<typeof moveTimes>;

export const moveTimesQuery = (callId: string, from: Date, to: Date, account?: string) =>
  queryOptions({
    queryKey: queryKeys.moveTimes(callId, { from: from.toISOString() }),
    queryFn: () =>
      rpc(
        "move_times",
        { p_booking_id: callId, p_from: from.toISOString(), p_to: to.toISOString() },
        moveTimes,
        account,
      ),
    placeholderData: (before: MoveTimes | undefined) => before,
  });

/** When a call is now, and whether it was canceled. Null if the user may no longer see it. */
export const callNowQuery = (callId: string, account?: string) =>
  queryOptions({
    queryKey: queryKeys.crmCallNow(callId),
    queryFn: () =>
      runQuery((db) => db.from("bookings").select("starts_at, state").eq("id", callId).maybeSingle(), account),
  });

/** Moves a call and emails the visitor and the hosts. False: it was at this time already. Throws ServiceError. */
export const moveCall = (callId: string, startsAt: Date, account?: string) =>
  runQuery((db) => db.rpc("move_call", { p_booking_id: callId, p_starts_at: startsAt.toISOString() }), account);

/** Who can take over a call ahead, and how they are at its time (`call_takers`). */
export const callTakers = z.object({
  /** The call as it is now. */
  state: bookedCall.shape.state,
  starts_at: z.string(),
  /** The hosts whose part the user may give away, the user first. */
  from: z.array(z.object({ id: z.string(), name: z.string() })),
  takers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Whether they take calls of this type. */
      takes_type: z.boolean(),
      /** `busy` is another call, which rules them out. `calendar` is their own calendar. */
      state: z.enum(["free", "off_shift", "away", "calendar", "busy"]),
    }),
  ),
});
export type CallTaker = z.infer<typeof callTakers>["takers"][number];

export const callTakersQuery = (callId: string, account?: string) =>
  queryOptions({
    queryKey: queryKeys.callTakers(callId),
    queryFn: () => rpc("call_takers", { p_booking_id: callId }, callTakers, account),
    // Shifts and calls change while no dialog is open.
    staleTime: 0,
    gcTime: 0,
  });

/** Gives the part of a host to a colleague, and emails the visitor and both of them. False: it was theirs already. Throws ServiceError. */
export const handOverCall = (callId: string, giver: string, taker: string, account?: string) =>
  runQuery((db) => db.rpc("hand_over_call", { p_booking_id: callId, p_giver: giver, p_taker: taker }), account);

/** Gives a call that the user handed over back. Emails that wait are not sent. Throws ServiceError. */
export const undoHandOver = (callId: string, account?: string) =>
  rpc("undo_hand_over", { p_booking_id: callId }, undoResult, account);

/** Cancels a call and emails the visitor and the hosts. False: it was canceled already. Throws ServiceError. */
export const cancelCall = (callId: string, account?: string) =>
  runQuery((db) => db.rpc("cancel_call", { p_booking_id: callId }), account);

/** Takes back the caller's move to this time, or their cancellation. Emails that wait are not sent. Throws ServiceError. */
export const undoCallChange = (callId: string, movedTo: Date | null, account?: string) =>
  rpc(
    "undo_call_change",
    { p_booking_id: callId, ...(movedTo && { p_moved_to: movedTo.toISOString() }) },
    undoResult,
    account,
  );
