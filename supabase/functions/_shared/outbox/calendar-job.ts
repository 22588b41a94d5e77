import { CalendarProblem, readBusyTimes } from "../calendars/busy-times.ts";
import { fetchCalendar } from "../calendars/fetch-calendar.ts";
import type { FunctionDeps } from "../deps.ts";
import { z } from "../schema.ts";

const calendarPayload = z.object({ subscriptionId: z.uuid() });
const subscription = z.nullable(
  z.object({
    address: z.string(),
    etag: z.nullable(z.string()),
    busy_until: z.nullable(z.string()),
    time_zone: z.string(),
  }),
);

const DAY_MS = 86_400_000;
/** Calls can be booked a year ahead at most. */
const HORIZON_MS = 366 * DAY_MS;

/** Reads a calendar that a person subscribed to, and stores when they are busy. A problem is shown in their settings. */
export async function calendarJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const { subscriptionId } = calendarPayload.parse(payload);
  const { data, error } = await deps.service.rpc("calendar_to_read", { p_id: subscriptionId });
  if (error) throw new Error(`calendar_to_read: ${error.message}`);
  const known = subscription.parse(data);
  if (!known) return null;
  const now = deps.now().getTime();
  // An unchanged calendar must be read again, too, before the times that are known end.
  const isKnownFar = known.busy_until !== null && Date.parse(known.busy_until) > now + HORIZON_MS - DAY_MS;
  try {
    const file = await fetchCalendar(known.address, isKnownFar ? known.etag : null);
    if (!file) {
      await note(deps, { p_id: subscriptionId });
      return { unchanged: true };
    }
    const until = now + HORIZON_MS;
    const busy = readBusyTimes(file.text, known.time_zone, now - DAY_MS, until);
    const stored = await deps.service.rpc("store_calendar", {
      p_id: subscriptionId,
      p_busy: busy.map(([from, to]) => [new Date(from).toISOString(), new Date(to).toISOString()]),
      p_busy_until: new Date(until).toISOString(),
      ...(file.etag && { p_etag: file.etag }),
    });
    if (stored.error) throw new Error(`store_calendar: ${stored.error.message}`);
    return { busy: stored.data };
  } catch (problem) {
    if (!(problem instanceof CalendarProblem)) throw problem;
    await note(deps, { p_id: subscriptionId, p_problem: problem.code });
    return { problem: problem.code };
  }
}

async function note(deps: FunctionDeps, given: { p_id: string; p_problem?: string }): Promise<void> {
  const { error } = await deps.service.rpc("note_calendar", given);
  if (error) throw new Error(`note_calendar: ${error.message}`);
}
