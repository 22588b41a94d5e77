import { become, becomeOwner, becomeService, type Person } from "./database-persons.ts";
import type { TestDatabase } from "./database-session.ts";

/** A calendar whose working time never ends. */
export const ALWAYS = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, ["00:00", "24:00"]]),
);

export const setHours = (db: TestDatabase, hours: object, zone = "UTC") =>
  db.run("update public.agency_settings set working_hours = $1::text::jsonb, time_zone = $2", [
    JSON.stringify(hours),
    zone,
  ]);

/** Starts the clock of a lead that arrived this many seconds ago. Returns the clock's id, or null. */
export async function startClock(db: TestDatabase, lead: string, secondsAgo = 0): Promise<string | null> {
  const { rows } = await db.run<{ id: string | null }>(
    "select private.start_lead_clock(id, now() - make_interval(secs => $2::int), source) as id from public.leads where id = $1",
    [lead, secondsAgo],
  );
  return rows[0]?.id ?? null;
}

/** Logs an activity for a person, `secondsAgo` seconds in the past. */
export async function logActivity(db: TestDatabase, who: Person, lead: string, kind: string, secondsAgo = 0) {
  await become(db, who);
  await db.run(
    `insert into public.lead_activities (lead_id, kind, actor_id, occurred_at)
     values ($1, $2, $3, now() - make_interval(secs => $4::int))`,
    [lead, kind, who.id, secondsAgo],
  );
  await becomeOwner(db);
}

export async function runClockEvent(db: TestDatabase, clock: string | null, event: string): Promise<boolean> {
  await becomeService(db);
  const { rows } = await db.run<{ did: boolean }>("select public.run_clock_event($1, $2) as did", [clock, event]);
  await becomeOwner(db);
  return rows[0]?.did ?? false;
}

export type ClockRow = {
  id: string;
  lead_id: string;
  state: string;
  owner_id: string | null;
  escalated_to: string | null;
  answered_by: string | null;
  response_seconds: number | null;
  /** Wall seconds from arrival to these moments. */
  starts: number | null;
  warns: number | null;
  due: number | null;
  escalates: number | null;
};

export const readClocks = async (db: TestDatabase, lead: string) =>
  (
    await db.run<ClockRow>(
      `select *, extract(epoch from started_at - arrived_at)::float8 as starts, extract(epoch from warn_at - arrived_at)::float8 as warns,
         extract(epoch from due_at - arrived_at)::float8 as due, extract(epoch from escalate_at - arrived_at)::float8 as escalates
       from public.lead_clocks where lead_id = $1 order by arrived_at, created_at, state`,
      [lead],
    )
  ).rows;

export const readLedger = async (db: TestDatabase, lead: string) =>
  (
    await db.run<{ event: string; payload: Record<string, unknown> }>(
      "select event, payload from public.lead_clock_events where lead_id = $1 order by id",
      [lead],
    )
  ).rows;

export const ledgerWords = async (db: TestDatabase, lead: string) =>
  (await readLedger(db, lead)).map(({ event }) => event);

/** The queued emails, as 'template → address'. */
export const readMails = async (db: TestDatabase) =>
  (
    await db.run<{ line: string }>(
      `select (payload ->> 'template') || ' → ' || (payload ->> 'to') as line from private.outbox where kind = 'mail'
       order by 1`,
    )
  ).rows.map(({ line }) => line);

/** The waiting clock jobs, with their event and the seconds until it. */
export const readJobs = async (db: TestDatabase) =>
  (
    await db.run<{ event: string; wait: number }>(
      `select payload ->> 'event' as event, round(extract(epoch from run_at - now()))::int as wait
       from private.outbox where kind = 'lead_clock' order by run_at, created_at`,
    )
  ).rows.map(({ event, wait }) => `${event} in ${wait}`);
