import { randomUUID } from "node:crypto";
import { outcomeAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

export const AGENCY = "00000000-0000-4000-8000-000000000001";
const ALL_DAY = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [["00:00", "24:00"]]]),
);

export type Booked = { key: string; id: string };
type Columns = Record<string, unknown>;

const insert = (table: string, columns: Columns) =>
  `insert into ${table} (${Object.keys(columns)}) values (${Object.keys(columns).map((_, at) => `$${at + 1}`)}) returning id`;

/** Adds a meeting type of the agency with these hosts. Without other hours, they take calls at any time. */
export async function addMeetingType(
  db: Session,
  hosts: (string | null)[],
  columns: Columns = {},
  hours: unknown = ALL_DAY,
): Promise<{ id: string; slug: string }> {
  const slug = `call-${randomUUID().slice(0, 8)}`;
  const all = { account_id: AGENCY, slug, name: "Strategy call", location: "video", notice_minutes: 0, ...columns };
  const { rows } = await db.run<{ id: string }>(insert("public.meeting_types", all), Object.values(all));
  const id = rows[0]?.id ?? "";
  for (const host of hosts) {
    await db.run("insert into public.meeting_hosts (meeting_type_id, user_id, account_id) values ($1, $2, $3)", [
      id,
      host,
      all.account_id,
    ]);
    await db.run(
      `insert into public.rotas (account_id, user_id, time_zone, hours) values ($1, $2, 'UTC', $3::text::jsonb)
       on conflict (account_id, user_id) do update set hours = excluded.hours`,
      [all.account_id, host, JSON.stringify(hours)],
    );
  }
  return { id, slug };
}

/** A moment so many days from now, at this hour in UTC. */
export function dayAt(days: number, hour = 12, minute = 0): Date {
  const date = new Date(Date.now() + days * 86_400_000);
  date.setUTCHours(hour, minute, 0, 0);
  return date;
}

export type Wish = {
  starts_at: Date | string;
  submission_id?: string;
  name?: string;
  email?: string;
  phone?: string;
  answers?: Record<string, string>;
  booked_key?: string;
};

export const sentBy = (wish: Wish) => ({
  submission_id: randomUUID(),
  name: "Ann Lee",
  email: `ann-${randomUUID().slice(0, 8)}@example.com`,
  ...wish,
});

/** Books as the host does. Returns the key of the visitor's link. */
export async function bookMeeting(db: Session, slug: string, wish: Wish, account = "agency"): Promise<string> {
  const { rows } = await outcomeAs<{ key: string }>(
    db,
    "service",
    "select public.book_meeting($1, $2, $3::text::jsonb) as key",
    [account, slug, JSON.stringify(sentBy(wish))],
  );
  return rows[0]?.key ?? "";
}

export type BookingRow = {
  id: string;
  state: string;
  starts_at: string;
  ends_at: string;
  sequence: number;
  hosts: string[];
  taken: boolean[];
  events: string[];
  lead_id: string;
  email: string;
};

export async function readBooking(db: Session, key: string): Promise<BookingRow | undefined> {
  const { rows } = await db.run<BookingRow>(
    `select booking.*,
       array(select host.user_id from public.booking_hosts as host where host.booking_id = booking.id order by 1) as hosts,
       array(select host.is_taken from public.booking_hosts as host where host.booking_id = booking.id) as taken,
       array(select event.event from public.booking_events as event where event.booking_id = booking.id order by event.id) as events
     from public.bookings as booking where booking.manage_key = $1`,
    [key],
  );
  return rows[0];
}

/** The code of a refusal, or the answer. */
export async function codeOf(
  db: Session,
  statement: string,
  parameters: unknown[],
  who: Person | "service" = "service",
): Promise<string> {
  await db.run("savepoint before_refusal");
  try {
    const { rows } = await outcomeAs<{ answer: unknown }>(db, who, statement, parameters);
    return String(rows[0]?.answer);
  } catch (error) {
    await db.run("rollback to savepoint before_refusal");
    const { hint, code } = error as { hint?: string; code?: string };
    return hint ?? code ?? String(error);
  }
}
