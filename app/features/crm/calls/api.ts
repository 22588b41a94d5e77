import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SHIFT_DAYS } from "../../../../domain/shifts.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { bookedCall } from "../lib/call-types.ts";

const range = z.tuple([z.string(), z.string()]);

const shownCall = z.extend(bookedCall, {
  /** Whether the caller may open the call's lead. */
  can_open: z.boolean(),
  /** The time that it takes from its hosts: with its buffers. Null without hosts. */
  taken: z.nullable(range),
  /** What its host needs to know about a lead that they can't open. */
  brief: z.nullable(
    z.object({
      owner: z.nullable(z.string()),
      company: z.nullable(z.string()),
      /** The team's latest note. */
      note: z.nullable(z.string()),
      /** Earlier answers, by question. */
      answers: z.record(z.string(), z.string()),
    }),
  ),
});
export type ShownCall = z.infer<typeof shownCall>;

export const callsAnswer = z.object({
  now: z.string(),
  zone: z.string(),
  /** Whose calls they are; null for everyone's. */
  host: z.nullable(z.string()),
  sees_all: z.boolean(),
  me: z.string(),
  calls: z.array(shownCall),
  /** When the first call after these begins. */
  next: z.nullable(z.string()),
  /** When the host works; of everyone, when anyone does. */
  shifts: z.array(range),
  /** The starts as ranges to show: each lasts until the next one, half an hour at most. */
  free: z.array(range),
  /** When a call can begin, in seconds since 1970. */
  starts: z.array(z.number()),
  /** When they work and calls take place: the hours of some meeting type of theirs. */
  bookable: z.array(range),
  /** When the host is away, and when their own calendars have something. */
  absences: z.array(range),
  busy: z.array(range),
  /** The account's holidays, on which no one works. The name is null without one. */
  holidays: z.array(
    z.object({ day: z.string(), starts_at: z.string(), ends_at: z.string(), name: z.nullable(z.string()) }),
  ),
  /** What the meeting types that can be booked here need. */
  types: z.array(
    z.object({
      minutes: z.number(),
      buffer_before: z.number(),
      buffer_after: z.number(),
      notice_minutes: z.number(),
      horizon_days: z.number(),
    }),
  ),
  /** The caller's own calls in other accounts, in their own calendar. */
  elsewhere: z.array(
    z.object({ id: z.string(), account: z.string(), starts_at: z.string(), ends_at: z.string(), taken: range }),
  ),
});
export type Calls = z.infer<typeof callsAnswer>;

/** The calls of a week. `who` is a host's id, 'all', or empty for the caller's own. */
export const callsQuery = (from: Date, to: Date, who: string) =>
  queryOptions({
    queryKey: queryKeys.crmCalls(from.toISOString(), who),
    queryFn: () =>
      rpc(
        "list_calls",
        {
          p_from: from.toISOString(),
          p_to: to.toISOString(),
          p_everyone: who === "all",
          ...(who && who !== "all" && { p_host: who }),
        },
        callsAnswer,
      ),
    refetchInterval: 60_000,
  });

const question = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["text", "textarea", "select"]),
  required: z.boolean(),
  options: z.optional(z.array(z.string())),
});
export type Question = z.infer<typeof question>;

const meetingType = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  minutes: z.number(),
  buffer_before: z.number(),
  buffer_after: z.number(),
  step_minutes: z.number(),
  notice_minutes: z.number(),
  horizon_days: z.number(),
  daily_limit: z.nullable(z.number()),
  bookable_days: z.array(z.enum(SHIFT_DAYS)),
  /** Local times of the account; null for whenever a host works. */
  bookable_from: z.nullable(z.string()),
  bookable_until: z.nullable(z.string()),
  location: z.enum(["phone", "video", "place"]),
  location_details: z.string(),
  questions: z.array(question),
  assignment: z.enum(["person", "pool", "together"]),
  reminders: z.array(z.number()),
  is_active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  hosts: z.array(z.object({ id: z.string(), name: z.string(), is_active: z.boolean() })),
  /** How many booked calls are still ahead. */
  ahead: z.number(),
});
export type MeetingType = z.infer<typeof meetingType>;

export const meetingTypesAnswer = z.object({
  account_slug: z.string(),
  zone: z.string(),
  may_manage: z.boolean(),
  types: z.array(meetingType),
});

export const meetingTypesQuery = queryOptions({
  queryKey: queryKeys.meetingTypes(),
  queryFn: () => rpc("list_meeting_types", {}, meetingTypesAnswer),
});

/** What the editor of a meeting type changes. */
export type TypeDraft = Omit<MeetingType, "id" | "created_at" | "updated_at" | "hosts" | "ahead"> & { hosts: string[] };

/** The next times at which visitors could book, in seconds since 1970 (`preview_meeting_type`). */
export const typePreview = z.object({
  zone: z.string(),
  times: z.array(z.number()),
  /** What is still wrong with the typed rules. */
  problem: z.nullable(z.string()),
});

/** What decides when a meeting type can be booked. */
export const timesOf = ({ hosts, ...type }: TypeDraft) => ({
  hosts,
  type: {
    minutes: type.minutes,
    buffer_before: type.buffer_before,
    buffer_after: type.buffer_after,
    step_minutes: type.step_minutes,
    notice_minutes: type.notice_minutes,
    horizon_days: type.horizon_days,
    daily_limit: type.daily_limit,
    bookable_days: type.bookable_days,
    bookable_from: type.bookable_from,
    bookable_until: type.bookable_until,
    assignment: type.assignment,
  },
});

/** The free times of a meeting type as it is typed. Nothing is saved. `id` is null for a new one. */
export const previewQuery = (id: string | null, { type, hosts }: ReturnType<typeof timesOf>) =>
  queryOptions({
    queryKey: queryKeys.meetingTypePreview(id, { type, hosts }),
    queryFn: () =>
      rpc(
        "preview_meeting_type",
        // Names don't matter for the times, and a new type has none yet.
        { p_id: id as string, p_type: { name: "Preview", slug: "preview", ...type } as Json, p_hosts: hosts },
        typePreview,
      ),
    placeholderData: (before: z.infer<typeof typePreview> | undefined) => before,
    retry: false,
  });

/** Saves a meeting type. `seen` is the version that the editor shows; null for a new one. Throws ServiceError. */
export function saveMeetingType(id: string, { hosts, ...type }: TypeDraft, seen: string | null) {
  return rpc("save_meeting_type", {
    p_id: id,
    p_type: type as unknown as Json,
    p_hosts: hosts,
    ...(seen && { p_updated_at: seen }),
  });
}

export const deleteMeetingType = (id: string) => rpc("delete_meeting_type", { p_id: id });
