import { SHIFT_DAYS } from "../../../../domain/shifts.ts";
import { slugify } from "../../../../domain/slug.ts";
import type { MeetingType, TypeDraft } from "./api.ts";

/** The times that the form begins with, in the account's time. */
export const OFFICE_HOURS = { bookable_from: "09:00", bookable_until: "17:00" };

/** A new meeting type, as the form begins. */
export const NEW_TYPE: TypeDraft = {
  slug: "",
  name: "",
  description: "",
  minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  step_minutes: 30,
  notice_minutes: 60,
  horizon_days: 30,
  daily_limit: null,
  // Office hours, so that no one can book a Sunday night of a team that works around the clock.
  bookable_days: SHIFT_DAYS.slice(0, 5),
  ...OFFICE_HOURS,
  location: "phone",
  location_details: "",
  questions: [],
  assignment: "pool",
  reminders: [1440, 60, 15],
  is_active: true,
  hosts: [],
};

/** A meeting type as the form changes it. */
export function draftOf({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ahead: _ahead,
  hosts,
  ...type
}: MeetingType): TypeDraft {
  return { ...type, hosts: hosts.map(({ id }) => id) };
}

/** A meeting type as the form sends it: a call by phone has no place, even if someone typed one before. */
export const sentDraft = (draft: TypeDraft): TypeDraft =>
  draft.location === "phone" ? { ...draft, location_details: "" } : draft;

/** The end of its link, made from its name. */
export const slugFor = (name: string) => slugify(name, 60);

export const NOTICES: [minutes: number, label: string][] = [
  [0, "None"],
  [15, "15 minutes"],
  [30, "30 minutes"],
  [60, "1 hour"],
  [120, "2 hours"],
  [240, "4 hours"],
  [720, "12 hours"],
  [1440, "1 day"],
  [2880, "2 days"],
  [10_080, "1 week"],
];
