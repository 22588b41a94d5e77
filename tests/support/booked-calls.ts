import { randomUUID } from "node:crypto";
import type { Session } from "./database-session.ts";

type Booked = {
  /** The account. Without one, the agency's. */
  account?: string | undefined;
  lead: string;
  hosts: (string | null)[];
  /** Minutes from now until the call begins. */
  in: number;
  minutes?: number;
  location?: "phone" | "video" | "place";
  type?: string | null;
  /** The person of the team who books it. */
  actor?: string | null;
};

const AGENCY = "00000000-0000-4000-8000-000000000001";

/** A kind of call with these reminders. */
export async function addMeetingType(
  db: Session,
  slug: string,
  hosts: (string | null)[],
  account = AGENCY,
): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.meeting_types (account_id, slug, name) values ($1, $2, 'Strategy call') returning id`,
    [account, slug],
  );
  const id = rows[0]?.id ?? "";
  for (const host of hosts)
    await db.run("insert into public.meeting_hosts (meeting_type_id, user_id, account_id) values ($1, $2, $3)", [
      id,
      host,
      account,
    ]);
  return id;
}

/** Writes a booked call as the booking page does: the row, its hosts and its event, in one transaction. */
export async function book(
  db: Session,
  { account = AGENCY, lead, hosts, in: ahead, minutes = 30, location = "phone", type = null, actor = null }: Booked,
) {
  const id = randomUUID();
  await db.run(
    `insert into public.bookings (id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, title, location,
       submission_id)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5::int), now() + make_interval(mins => $5::int + $6::int), 'Ann Bell',
       'ann@visitor.example', '+1 503 555 0148', 'Pacific/Auckland', 'Strategy call', $7::public.meeting_location, gen_random_uuid())`,
    [id, account, type, lead, ahead, minutes, location],
  );
  for (const host of hosts)
    await db.run(
      `insert into public.booking_hosts (booking_id, user_id, account_id, during)
       select id, $2, account_id, tstzrange(starts_at, ends_at) from public.bookings where id = $1`,
      [id, host],
    );
  await addEvent(db, id, "booked", {}, actor);
  return id;
}

export const addEvent = (
  db: Session,
  booking: string,
  event: string,
  payload: object = {},
  actor: string | null = null,
) =>
  db.run(
    `insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
     select id, account_id, $2, $3, $4::text::jsonb from public.bookings where id = $1`,
    [booking, event, actor, JSON.stringify(payload)],
  );

/** Moves a call as the visitor's link does. */
export async function moveTo(db: Session, booking: string, ahead: number) {
  await db.run(
    `update public.bookings set starts_at = now() + make_interval(mins => $2::int), ends_at = now() + make_interval(mins => $2::int + 30),
       sequence = sequence + 1 where id = $1`,
    [booking, ahead],
  );
  await addEvent(db, booking, "rescheduled");
}

export async function cancel(db: Session, booking: string) {
  await db.run("update public.bookings set state = 'cancelled', sequence = sequence + 1 where id = $1", [booking]);
  await db.run("update public.booking_hosts set is_taken = false where booking_id = $1", [booking]);
  await addEvent(db, booking, "cancelled");
}

/** The open tasks of a lead, as 'kind: title in minutes'. */
export const openTasks = async (db: Session, lead: string) =>
  (
    await db.run<{ line: string }>(
      `select format('%s: %s in %s', kind, title, round(extract(epoch from due_at - now()) / 60)) as line
       from public.lead_tasks where lead_id = $1 and done_at is null and booking_id is not null order by due_at`,
      [lead],
    )
  ).rows.map(({ line }) => line);

/** The waiting jobs of calls, as 'event minutes in minutes'. */
export const bookingJobs = async (db: Session, booking: string) =>
  (
    await db.run<{ line: string }>(
      `select concat_ws(' ', payload ->> 'sequence', payload ->> 'event', payload ->> 'minutes', 'in', round(extract(epoch from run_at - now()) / 60)) as line
       from private.outbox where kind = 'booking' and payload ->> 'bookingId' = $1 order by run_at`,
      [booking],
    )
  ).rows.map(({ line }) => line);
