import type { FunctionDeps } from "../deps.ts";
import { z } from "../schema.ts";

const clockPayload = z.object({ clockId: z.uuid(), event: z.enum(["warned", "offered", "breached", "escalated"]) });

/** A deadline of a lead's clock is due. The database decides whether it still matters and adds the emails. */
export async function leadClockJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const { clockId, event } = clockPayload.parse(payload);
  const { data, error } = await deps.service.rpc("run_clock_event", { p_clock_id: clockId, p_event: event });
  if (error) throw new Error(`run_clock_event: ${error.message}`);
  return { happened: data };
}
