import * as z from "~/shared/schema.ts";

const text = z.nullable(z.string());

/** A booked call (`private.call_json`). */
export const bookedCall = z.object({
  id: z.string(),
  lead_id: z.string(),
  state: z.enum(["booked", "cancelled", "held", "no_show"]),
  starts_at: z.string(),
  ends_at: z.string(),
  title: z.string(),
  name: z.string(),
  email: z.string(),
  phone: text,
  /** The visitor's; in person that of the place. */
  time_zone: z.string(),
  location: z.enum(["phone", "video", "place"]),
  location_details: z.string(),
  answers: z.record(z.string(), z.string()),
  hosts: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the user may give it to a colleague: as its host, the lead's owner or a leader, until it begins. */
  can_hand_over: z.boolean(),
});
export type BookedCall = z.infer<typeof bookedCall>;

/** Whether this call takes place now. */
export const isUnderway = (
  call: Pick<BookedCall, "state" | "starts_at" | "ends_at"> | null | undefined,
  now: number,
): boolean => call?.state === "booked" && Date.parse(call.starts_at) <= now && Date.parse(call.ends_at) > now;
