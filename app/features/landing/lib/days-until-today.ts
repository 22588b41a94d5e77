import { agencyToday } from "~/shared/agency-today.ts";
import { queryClient } from "~/shared/query-client.ts";
import { agencyContactQuery } from "~/shared/use-agency-contact.ts";
import { toWallTime } from "../../../../domain/zoned-time.ts";

/** The day of a moment in the agency's zone, YYYY-MM-DD. */
export async function agencyDayOf(moment: string): Promise<string> {
  const { time_zone } = await queryClient.ensureQueryData(agencyContactQuery);
  return new Date(toWallTime(Date.parse(moment), time_zone)).toISOString().slice(0, 10);
}

/** The last `days` days of the agency, including today. */
export async function daysUntilToday(days: number): Promise<{ from: string; to: string }> {
  const to = await agencyToday();
  const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from, to };
}
