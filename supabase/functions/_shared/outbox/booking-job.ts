import type { FunctionDeps } from "../deps.ts";
import { z } from "../schema.ts";

const bookingPayload = z.object({
  bookingId: z.uuid(),
  sequence: z.number().int(),
  event: z.enum(["reminder", "outcome"]),
  minutes: z.number().int().optional(),
});

/** A reminder of a call, or the question for its outcome, is due. The database decides whether it still matters. */
export async function bookingJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const { bookingId, sequence, event, minutes } = bookingPayload.parse(payload);
  const { data, error } = await deps.service.rpc("run_booking_event", {
    p_booking_id: bookingId,
    p_sequence: sequence,
    p_event: event,
    ...(minutes !== undefined && { p_minutes: minutes }),
  });
  if (error) throw new Error(`run_booking_event: ${error.message}`);
  return { happened: data };
}
