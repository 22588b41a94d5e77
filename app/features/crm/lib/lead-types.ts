import type { LeadClock } from "../../../../domain/lead-clock.ts";
import type { LeadTextField } from "../../../../domain/lead-fields.ts";

export type Touch = Record<string, string | null | undefined>;

/** A clock as the database shows it to pages. */
export type ClockInfo = LeadClock & {
  id: string;
  arrived_at: string;
  answered_by: string | null;
  escalated_to: string | null;
};

/** What actions need to know of a lead, whichever list it stands in. */
export type LeadRef = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  stage: string;
  owner_id: string | null;
  owner_name: string | null;
  consent_at: string | null;
  goals?: string | null;
};

/** The facts that are texts; null while nobody knows them. */
type LeadTexts = Record<LeadTextField, string | null>;

/** What a row of the day and its preview show. */
export type QueueLead = Omit<LeadRef, "goals"> &
  LeadTexts & {
    source: string;
    stage_entered_at: string;
    value_cents: number | null;
    tags: string[];
    tier_interest: string[];
    last_touch: Touch | null;
    created_at: string;
    version: number;
    next_task_at: string | null;
    next_task_kind: string | null;
    next_task_title: string | null;
    next_task_id?: string | null;
    clock: ClockInfo | null;
    last: { kind: string; outcome: string | null; at: string } | null;
  };

/** The task of a lead that is due first; null when none is open. */
export function nextTask(lead: QueueLead): LeadTask | null {
  const { next_task_id: id, next_task_at: due, next_task_kind: kind, next_task_title: title } = lead;
  return id && due ? { id, kind: kind ?? "other", title: title ?? "", due_at: due } : null;
}

export type LeadTask = { id: string; kind: string; title: string; due_at: string };

/** A merge as pages show it: with the lead on the other side, and what keeps the reader from taking it apart. */
export type MergeInfo = {
  batch_id: string | null;
  by: string | null;
  at: string | null;
  /** Null when the reader may not see that lead. */
  other_id: string | null;
  other_name: string | null;
  undone_at: string | null;
  obstacle: string | null;
};

/** Everything about one lead but its timeline. */
export type LeadDetail = Omit<QueueLead, "last"> & {
  now: string;
  zone: string;
  currency: string;
  agency_name: string;
  first_touch: Touch | null;
  consent_text: string | null;
  archived_at: string | null;
  is_spam: boolean;
  merged_into: string | null;
  /** When the person was erased; what is left is a tombstone that only counts. */
  erased_at: string | null;
  erasure: { at: string; by: string | null } | null;
  /** By which this one became part of another lead. */
  merge: MergeInfo | null;
  /** By which others became part of this one. */
  merges: MergeInfo[];
  lost_reason_id: string | null;
  lost_reason: string | null;
  lost_note: string | null;
  ledger: { id: number; event: string; at: string; actor_name: string | null; payload: Record<string, unknown> }[];
  tasks: LeadTask[];
  stage_history: { stage: string; seconds: number | null; left_at: string }[];
  owner_history: { from: string | null; to: string | null; by: string | null; at: string }[];
  last_change: { by: string | null; by_id: string | null; at: string; fields: string[] | null } | null;
};
