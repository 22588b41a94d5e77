import { toInstant } from "../../../../domain/zoned-time.ts";

/** The last second of a date (YYYY-MM-DD) in a zone, as an ISO timestamp, so that premium until the 5th includes the 5th. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(toInstant(Date.parse(`${day}T23:59:59Z`), zone)).toISOString();
