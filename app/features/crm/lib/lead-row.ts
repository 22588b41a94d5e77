import type { LeadClock } from "../../../../domain/lead-clock.ts";
import type { LeadRef } from "./lead-types.ts";

/** A lead as the board and the table show it (private.lead_row_json). */
export type LeadRow = {
  id: string;
  /** When the person was erased; the row only counts. */
  erased_at?: string | null;
  version: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  website: string | null;
  role: string | null;
  source: string;
  stage: string;
  stage_entered_at: string;
  value_cents: number | null;
  owner_id: string | null;
  owner_name: string | null;
  tags: string[];
  created_at: string;
  last_activity_at: string | null;
  next_task_at: string | null;
  next_task_kind: string | null;
  next_task_title: string | null;
  response_seconds: number | null;
  answer_target_seconds: number | null;
  archived_at: string | null;
  ad_spend: string | null;
  timeline: string | null;
  clock: LeadClock | null;
};

/** Where a page of leads ended; only the database reads it. */
export type LeadCursor = { s: number; k: string; id: string };
export type LeadPage = { rows: LeadRow[]; next: LeadCursor | null };
export type Scope = "all" | "mine" | "unowned";

export const SCOPES = [
  { value: "all", label: "All" },
  { value: "mine", label: "Mine" },
  { value: "unowned", label: "Unowned" },
] as const;

export const readScope = (text: string): Scope => (text === "mine" || text === "unowned" ? text : "all");

/** For actions on leads, which ask for no more than this. */
export const toLeadRef = (lead: LeadRow): LeadRef => ({ ...lead, consent_at: null });

export const numberFormat = new Intl.NumberFormat("en");
