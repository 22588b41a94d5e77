import { agencyToday } from "~/shared/agency-today.ts";

/** The last `days` days of the agency, including today. */
export async function daysUntilToday(days: number): Promise<{ from: string; to: string }> {
  const to = await agencyToday();
  const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from, to };
}
