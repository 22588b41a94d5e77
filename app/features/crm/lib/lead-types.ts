import * as z from "~/shared/schema.ts";
import type { ToastButton } from "~/shared/toast.ts";
import type { LeadClock } from "../../../../domain/lead-clock.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "../../../../domain/lead-fields.ts";
import { bookedCall } from "./call-types.ts";

const text = z.nullable(z.string());
const amount = z.nullable(z.number());

const touch = z.record(z.string(), text);
export type Touch = z.infer<typeof touch>;

/** The hours of an account, in its time zone. */
export const workingCalendar = z.object({
  timeZone: z.string(),
  hours: z.record(z.string(), z.tuple([z.string(), z.string()])),
  holidays: z.array(z.string()),
});

const clock = z.object({
  started_at: text,
  warn_at: text,
  due_at: text,
  escalate_at: text,
  answered_at: text,
  response_seconds: amount,
  target_seconds: z.number(),
  state: z.string(),
});

/** A clock with the names of its people, for a lead's page and the Today queue. Today adds the hours of other accounts. */
const shownClock = z.extend(clock, {
  id: z.string(),
  arrived_at: z.string(),
  answered_by: text,
  escalated_to: text,
  /** When the lead booked a call itself, which ended the clock. */
  booked_at: text,
  /** When the lead was won or lost while it waited, which ended the clock. */
  closed_at: text,
  calendar: z.optional(workingCalendar),
});
export type ClockInfo = z.infer<typeof shownClock>;

/** An account that isn't the page's: on Today, a lead of an account that the user is lent to is marked with it. */
export const leadAccount = z.object({ id: z.string(), slug: z.string(), name: z.string() });
export type LeadAccount = z.infer<typeof leadAccount>;

const leadRef = z.object({
  id: z.string(),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  company: text,
  stage: z.string(),
  owner_id: text,
  owner_name: text,
  consent_at: text,
  goals: z.optional(text),
});
/** The fields of a lead that actions need. All lists of leads have them. */
export type LeadRef = z.infer<typeof leadRef> & {
  /** Where calls about this lead work, if it isn't the page's account. */
  account?: LeadAccount | undefined;
  /** Where the list has it. */
  clock?: LeadClock | null | undefined;
};

/** The text facts. Null means unknown. */
const leadTexts = Object.fromEntries(LEAD_TEXT_FIELDS.map((field) => [field, text])) as Record<
  LeadTextField,
  typeof text
>;

const nextTaskFields = { next_task_at: text, next_task_kind: text, next_task_title: text };

/** Fields that all views of a lead have besides its reference. */
const leadFields = {
  version: z.number(),
  source: z.string(),
  stage_entered_at: z.string(),
  value_cents: amount,
  created_at: z.string(),
  ...nextTaskFields,
};

/** A lead in the Today queue. */
export const queueLead = z.extend(leadRef, {
  ...leadFields,
  ...leadTexts,
  tags: z.array(z.string()),
  tier_interest: z.array(z.string()),
  last_touch: z.nullable(touch),
  account_id: z.string(),
  next_task_id: z.optional(text),
  next_task_call_id: z.optional(text),
  clock: z.nullable(shownClock),
  last: z.nullable(z.object({ kind: z.string(), outcome: text, at: z.string() })),
  /** The first call that is ahead or has no outcome yet. */
  call: z.nullable(bookedCall),
  /** What the lead's last form asked and the lead answered, a line each. */
  answers: text,
});
export type QueueLead = z.infer<typeof queueLead> & Pick<LeadRef, "account">;

const task = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  due_at: z.string(),
  /** The booked call that this task is, until the call has an outcome. It moves and ends with the call. */
  call_id: text,
});
export type LeadTask = z.infer<typeof task>;

/** The open task of a lead with the earliest due date, or null. */
export function nextTask(lead: QueueLead): LeadTask | null {
  const { next_task_id: id, next_task_at: due, next_task_kind: kind, next_task_title: title } = lead;
  const call_id = lead.next_task_call_id ?? null;
  return id && due ? { id, kind: kind ?? "other", title: title ?? "", due_at: due, call_id } : null;
}

/** A merge with the other lead, and the reason why the caller cannot undo it. */
const mergeInfo = z.object({
  batch_id: text,
  by: text,
  at: text,
  /** Null when the caller may not see that lead. */
  other_id: text,
  other_name: text,
  undone_at: text,
  obstacle: text,
});
export type MergeInfo = z.infer<typeof mergeInfo>;

const handoff = z.object({
  id: z.string(),
  status: z.enum(["open", "answered", "closed"]),
  created_at: z.string(),
  by: text,
  is_own: z.boolean(),
  answers: z.array(
    z.object({ id: z.string(), body: z.string(), created_at: z.string(), from_client: z.boolean(), author: text }),
  ),
});
export type Handoff = z.infer<typeof handoff>;

/** One lead without its timeline (`lead_page`). */
export const leadDetail = z.extend(z.omit(queueLead, { last: true, call: true, answers: true }), {
  /** Its calls, the latest first. */
  calls: z.array(bookedCall),
  now: z.string(),
  zone: z.string(),
  currency: z.string(),
  agency_name: z.string(),
  first_touch: z.nullable(touch),
  consent_text: text,
  archived_at: text,
  is_spam: z.boolean(),
  merged_into: text,
  /** The account that this won lead became. */
  client_account_id: text,
  /** When the person was erased. The remaining row only counts in figures. */
  erased_at: text,
  erasure: z.nullable(z.object({ at: z.string(), by: text })),
  /** The request to the admins to set up the client of a won lead. */
  handoff: z.nullable(handoff),
  /** The merge of this lead into another one. */
  merge: z.nullable(mergeInfo),
  /** The merges of other leads into this one. */
  merges: z.array(mergeInfo),
  lost_reason_id: text,
  lost_reason: text,
  lost_note: text,
  ledger: z.array(
    z.object({
      id: z.number(),
      event: z.string(),
      at: z.string(),
      actor_name: text,
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  tasks: z.array(task),
  /** Calls, emails, texts, meetings and notes in each of the last twelve weeks, the oldest first. */
  activity_weeks: z.array(z.number()),
  stage_history: z.array(z.object({ stage: z.string(), seconds: amount, left_at: z.string() })),
  owner_history: z.array(z.object({ from: text, to: text, by: text, at: z.string() })),
  last_change: z.nullable(z.object({ by: text, by_id: text, at: z.string(), fields: z.nullable(z.array(z.string())) })),
});
export type LeadDetail = z.infer<typeof leadDetail>;

/** A lead on the board or in the table (`private.lead_row_json`). */
const leadRow = z.extend(z.omit(leadRef, { goals: true }), {
  ...leadFields,
  /** The end of the booked call that is the next step; null where it isn't one. */
  next_call_ends_at: text,
  /** When the person was erased. The row only counts in figures. */
  erased_at: text,
  tags: z.array(z.string()),
  last_activity_at: text,
  response_seconds: amount,
  answer_target_seconds: amount,
  archived_at: text,
  clock: z.nullable(clock),
});
export type LeadRow = z.infer<typeof leadRow>;

/** The end of a page of leads. Only the database uses its parts. */
const leadCursor = z.object({ s: z.number(), k: z.string(), id: z.string() });
export type LeadCursor = z.infer<typeof leadCursor>;

export const leadPage = z.object({ rows: z.array(leadRow), next: z.nullable(leadCursor) });
export type LeadPage = z.infer<typeof leadPage>;

/** How many changes an undo restored, and how many it kept because someone has changed them since. */
export const undoResult = z.object({ restored: z.number(), kept: z.number() });
export type UndoResult = z.infer<typeof undoResult> & {
  /** Says what stays nevertheless, and leads there. */
  rest?: { text: string; button?: ToastButton };
};
