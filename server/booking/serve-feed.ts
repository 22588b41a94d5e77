import * as z from "zod";
import { writeCalendarFeed } from "../../domain/booking/calendar-file.ts";
import type { Backend } from "../backend/backend.ts";

const feed = z.nullable(
  z.object({
    name: z.string(),
    calls: z.array(
      z.object({
        id: z.string(),
        sequence: z.number(),
        state: z.string(),
        starts_at: z.string(),
        ends_at: z.string(),
        title: z.string(),
        name: z.string(),
        phone: z.nullable(z.string()),
        location: z.string(),
        location_details: z.string(),
        lead_id: z.string(),
        updated_at: z.string(),
        account_slug: z.nullable(z.string()),
      }),
    ),
  }),
);

/** The calls of a person at their secret address /calendar/{key}.ics. Every other key is not found. */
export async function serveFeed(service: Backend["service"], siteUrl: string, key: string): Promise<Response> {
  const headers = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };
  if (!/^[0-9a-f]{64}$/.test(key)) return new Response("Not found", { status: 404, headers });
  const { data, error } = await service.rpc("read_calendar_feed", { p_key: key });
  if (error) return new Response("Try again later", { status: 503, headers: { ...headers, "Retry-After": "60" } });
  const found = feed.parse(data);
  if (!found) return new Response("Not found", { status: 404, headers });
  const calls = found.calls.map((call) => ({
    id: call.id,
    sequence: call.sequence,
    isCancelled: call.state === "cancelled",
    title: `${call.title} with ${call.name}`,
    startsAt: call.starts_at,
    endsAt: call.ends_at,
    place: call.location === "phone" ? (call.phone ?? "") : call.location_details,
    description: `${siteUrl}${call.account_slug ? `/workspace/${call.account_slug}` : "/crm"}/leads/${call.lead_id}`,
    changedAt: call.updated_at,
  }));
  return new Response(writeCalendarFeed(`Calls of ${found.name}`, calls), {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="calls.ics"',
    },
  });
}
