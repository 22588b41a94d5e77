import { randomUUID } from "node:crypto";
import { toWallTime } from "../../domain/zoned-time.ts";
import { createPerson } from "./database-persons.ts";
import type { Session, TestDatabase } from "./database-session.ts";

const AGENCY = "00000000-0000-4000-8000-000000000001";
const ZONES = ["America/Los_Angeles", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", "UTC"];
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const HOUR = 3_600_000;

/** The same figures in each run, so that a failure can be repeated. */
function figures(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Rep = { id: string; isOn: boolean; capacity: number };

const hour = (at: number) => `${String(Math.max(0, Math.min(24, at))).padStart(2, "0")}:00`;

/** Shifts around the current hour, or around all hours but the current ones, so that none begins or ends during the run. */
function shiftsOf(zone: string, isOn: boolean): Record<string, [string, string][]> {
  const now = Math.floor((toWallTime(Date.now(), zone) / HOUR) % 24);
  const ranges: [string, string][] = isOn
    ? [[hour(now - 2), hour(now + 3)]]
    : [
        ["00:00", hour(now - 1)],
        [hour(now + 2), "24:00"],
      ];
  const kept = ranges.filter(([from, to]) => from < to);
  // Near midnight the neighboring day counts, too.
  const isNearMidnight = now < 3 || now > 20;
  return Object.fromEntries(DAYS.map((day) => [day, isNearMidnight ? (isOn ? [["00:00", "24:00"]] : []) : kept]));
}

/** People with random zones, shifts, absences, capacities and weights, and one pool with all of them. */
export async function addReps(db: TestDatabase, count: number): Promise<Rep[]> {
  const reps: Rep[] = [];
  const random = figures(20_261_126);
  for (let at = 0; at < count; at += 1) {
    const { id } = await createPerson(db, "active sales");
    const zone = ZONES[at % ZONES.length] ?? "UTC";
    const onShift = random() < 0.7;
    const isAway = random() < 0.2;
    const capacity = 1 + Math.floor(random() * 8);
    const weight = random() < 0.1 ? 0 : 1 + Math.floor(random() * 5);
    await db.run(
      "insert into public.rotas (account_id, user_id, time_zone, hours, capacity, weight) values ($1, $2, $3, $4::text::jsonb, $5, $6)",
      [AGENCY, id, zone, JSON.stringify(shiftsOf(zone, onShift)), capacity, weight],
    );
    if (isAway)
      await db.run(
        "insert into public.absences (user_id, starts_at, ends_at) values ($1, now() - interval '1 day', now() + interval '1 day')",
        [id],
      );
    reps.push({ id: id ?? "", isOn: onShift && !isAway && weight > 0, capacity });
  }
  const pool = randomUUID();
  await db.run(
    "insert into public.lead_routing (account_id, pools, rules) values ($1, $2::text::jsonb, $3::text::jsonb)",
    [
      AGENCY,
      JSON.stringify([{ id: pool, name: "Inbound", people: reps.map(({ id }) => id) }]),
      JSON.stringify([{ id: randomUUID(), when: {}, to: { pool } }]),
    ],
  );
  return reps;
}

export const fileLead = async (db: Session): Promise<string> =>
  (
    await db.run<{ id: string }>(
      `select private.upsert_lead($1, jsonb_build_object('email', gen_random_uuid() || '@example.com', 'company', 'Load'), '{"form": "contact"}',
         null, false, jsonb_build_object('form', 'contact', 'contact_id', gen_random_uuid())) as id`,
      [AGENCY],
    )
  ).rows[0]?.id ?? "";

/** Files leads on several connections at the same time, while others are answered. */
export async function fileSideBySide(db: TestDatabase, leads: number, connections: number): Promise<void> {
  let left = leads;
  const open: string[] = [];
  const work = async () => {
    const session = await db.connect?.();
    if (!session) throw new Error("This database has one connection");
    try {
      while (left > 0) {
        left -= 1;
        open.push(await fileLead(session));
        const answered = Math.random() < 0.6 ? open.splice(Math.floor(Math.random() * open.length), 1)[0] : undefined;
        if (answered)
          await session.run(
            `insert into public.lead_activities (lead_id, kind, actor_id, occurred_at)
             select id, 'call', user_id, clock_timestamp() from public.leads where id = $1 and user_id is not null`,
            [answered],
          );
      }
    } finally {
      session.release();
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** Replays the ledger in the order in which it was written. */
export async function readFaults(db: Session, reps: Rep[]) {
  const { rows } = await db.run<{ event: string; lead_id: string; person: string | null }>(
    "select event, lead_id, payload ->> 'person' as person from public.lead_clock_events where event in ('routed', 'answered') order by id",
  );
  const byId = new Map(reps.map((rep) => [rep.id, rep]));
  const waiting = new Map<string, number>();
  const owners = new Map<string, string>();
  const faults = { routed: 0, offShift: 0, overCapacity: 0, twice: 0 };
  for (const { event, lead_id, person } of rows) {
    if (event === "answered") {
      const owner = owners.get(lead_id);
      if (owner) waiting.set(owner, (waiting.get(owner) ?? 0) - 1);
      continue;
    }
    const rep = byId.get(person ?? "");
    faults.routed += 1;
    if (owners.has(lead_id)) faults.twice += 1;
    if (!rep?.isOn) faults.offShift += 1;
    owners.set(lead_id, person ?? "");
    const count = (waiting.get(person ?? "") ?? 0) + 1;
    waiting.set(person ?? "", count);
    if (count > (rep?.capacity ?? 0)) faults.overCapacity += 1;
  }
  return faults;
}
