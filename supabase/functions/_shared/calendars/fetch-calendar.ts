import { type FetchNetwork, FetchProblem, fetchPublic } from "../probe/fetch-public.ts";
import { CalendarProblem } from "./busy-times.ts";

const LIMITS = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000 };

/**
 * Reads a calendar's file, or null when it is still the version `etag`. Throws CalendarProblem.
 */
export async function fetchCalendar(
  address: string,
  etag: string | null,
  network?: FetchNetwork,
): Promise<{ text: string; etag: string | null } | null> {
  const headers = {
    Accept: "text/calendar",
    "User-Agent": "Upfunnel calendar reader",
    ...(etag && { "If-None-Match": etag }),
  };
  try {
    const file = await fetchPublic(address, { headers, ...LIMITS }, network);
    return file && { text: new TextDecoder().decode(file.body), etag: file.etag };
  } catch (error) {
    throw error instanceof FetchProblem ? new CalendarProblem(error.code) : error;
  }
}
