import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { openConnection } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { openPool } from "../server/database/postgres-pool.ts";
import { AGENCY, addMeetingType } from "../tests/support/bookings.ts";
import { asOwner } from "../tests/support/database-embedded.ts";
import { createPerson } from "../tests/support/database-persons.ts";
import type { Session } from "../tests/support/database-session.ts";
import { freeTimeCases, openFreeTimes } from "../tests/support/free-time-cases.ts";
import { freeTimes } from "../tests/support/free-times.ts";
import { type HostProcess, startHostProcess } from "../tests/support/host-process.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { atLeast, atMost, type Measurement, notMeasured, percentile } from "./measurement.ts";
import { lowestScores, visitPages } from "./public-pages.ts";

const CASES = 50_000;
/** Each session has a database of its own, because a case replaces all rows. */
const SESSIONS = 2;
const CHUNK = 250;
const RACERS = 200;
const ROUNDS = 50;
const POOL = 20;
const PAGE = "/book/agency/strategy-call";
/** One host takes these calls, so that a time can be booked once. */
const RACED = "/book/ember-coaching/clarity-call";

/** The booking pages, free times against their oracle, and races for one time. */
export async function measureBooking(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const variables = { DEMO: "1", RATE_LIMIT_SCALE: "0" };
  const host = await startHostProcess(variables);
  try {
    const visits = await visitPages(host.url, [PAGE]);
    measurements.push(
      ...lowestScores("booking page, Lighthouse mobile", visits),
      atMost("booking page, JavaScript", await scriptBytes(host.url), 5, "kB", "inline, not compressed"),
      ...(await race("embedded", [host])),
    );
  } finally {
    await host.dispose();
  }
  const embedded = await openConnection({ memory: true });
  await migrateDatabase(embedded);
  const own = await asOwner(embedded);
  measurements.push(await measureMonth("embedded", own));
  await own.close();
  const server = await startPostgresServer();
  if (!server)
    return [
      ...measurements,
      notMeasured("races and free times on PostgreSQL", "as above", "PostgreSQL is not installed"),
    ];
  const hosts = [];
  try {
    for (let number = 0; number < 2; number++)
      hosts.push(await startHostProcess({ ...variables, DATABASE_URL: server.url }));
    measurements.push(...(await race("PostgreSQL, two hosts", hosts)));
  } finally {
    for (const one of hosts) await one.dispose();
  }
  measurements.push(
    ...(await onDatabases(server.url, 1, async ([session]) => [await measureMonth("PostgreSQL", session as Session)])),
  );
  measurements.push(...(await onDatabases(server.url, SESSIONS, compareCases)));
  await server.stop();
  return measurements;
}

/** Runs a measurement with sessions on empty databases of this server. */
async function onDatabases(
  serverUrl: string,
  count: number,
  measure: (sessions: Session[]) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const opened = [];
  for (let number = 0; number < count; number++) {
    const name = `bench_${randomUUID().slice(0, 8)}`;
    const admin = openPool(serverUrl, 1);
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = serverUrl.replace(/[^/]*$/, name);
    const connection = await openConnection({ url });
    await migrateDatabase(connection);
    await connection.close();
    const pool = openPool(url, 1);
    opened.push({ pool, client: await pool.connect() });
  }
  const sessions = opened.map(
    ({ client }): Session => ({
      run: async <Row>(text: string, parameters: unknown[] = []) => {
        const { rows, rowCount } = await client.query(text, parameters);
        return { rows: rows as Row[], count: rowCount ?? 0 };
      },
    }),
  );
  const measured = await measure(sessions);
  for (const { pool, client } of opened) {
    client.release();
    await pool.end();
  }
  return measured;
}

async function scriptBytes(url: string): Promise<number> {
  const html = await (await fetch(`${url}${PAGE}`)).text();
  return (/<script>(.*?)<\/script>/s.exec(html)?.[1]?.length ?? Number.NaN) / 1000;
}

/** As many free times of the page as there are rounds, an hour apart, because each call has a buffer. */
async function offeredTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let ahead = 0; times.length < ROUNDS && ahead < 30; ahead++) {
    const day = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const html = await (await fetch(`${url}${RACED}?zone=UTC&month=${day.slice(0, 7)}&day=${day}`)).text();
    // A day without free times shows another one.
    for (const at of new Set([...html.matchAll(/[?;]at=(\d+)/g)].map(([, moment]) => Number(moment))))
      if (at >= (times.at(-1) ?? 0) + 3600 && times.length < ROUNDS) times.push(at);
  }
  return times;
}

/** Visitors send the form for one time at once, to all hosts in turn. */
async function race(where: string, hosts: HostProcess[]): Promise<Measurement[]> {
  const [first] = hosts as [HostProcess];
  const times = await offeredTimes(first.url);
  let exact = 0;
  let odd = 0;
  const begun = performance.now();
  for (const [round, at] of times.entries()) {
    const statuses = await Promise.all(
      Array.from({ length: RACERS }, async (_, racer) => {
        const host = hosts[racer % hosts.length] as HostProcess;
        const body = new URLSearchParams({
          at: String(at),
          submission: randomUUID(),
          name: `Racer ${racer}`,
          email: `racer-${round}-${racer}@example.com`,
        });
        const answer = await fetch(`${host.url}${RACED}`, { method: "POST", body, redirect: "manual" });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    const booked = statuses.filter((status) => status === 303).length;
    if (booked === 1) exact += 1;
    odd += statuses.filter((status) => status !== 303 && status !== 409).length;
  }
  const note = `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  return [
    atLeast(`rounds of ${RACERS} racers with exactly one booked, ${where}`, exact, ROUNDS, "rounds", note),
    atMost(`answers that are neither booked nor taken, ${where}`, odd, 0, "answers"),
  ];
}

/** The free times of a month for a pool, with a few calls already booked. */
async function measureMonth(where: string, db: Session): Promise<Measurement> {
  await db.run("begin");
  const people: string[] = [];
  for (let number = 0; number < POOL; number++) people.push((await createPerson(db, "active sales")).id ?? "");
  const week = ["mon", "tue", "wed", "thu", "fri"].map((day) => [
    day,
    [
      ["09:00", "12:00"],
      ["13:00", "17:00"],
    ],
  ]);
  const { id } = await addMeetingType(db, people, { buffer_after: 10, horizon_days: 60 }, Object.fromEntries(week));
  await db.run("update public.rotas set time_zone = 'America/New_York' where user_id = any ($1)", [people]);
  await db.run(
    `with lead as (insert into public.leads (first_name) values ('A') returning id), call as (
       insert into public.bookings (account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, time_zone, title, location, submission_id)
       select $1, $2, lead.id, at, at + interval '30 minutes', 'A', 'a@example.com', 'UTC', 'A', 'video', gen_random_uuid()
       from lead, generate_series(now(), now() + interval '31 days', interval '6 hours') as at returning id, starts_at, ends_at)
     insert into public.booking_hosts (booking_id, user_id, account_id, during)
     select call.id, ($3::uuid[])[1 + (row_number() over (order by call.starts_at))::integer % $4], $1, tstzrange(call.starts_at, call.ends_at) from call`,
    [AGENCY, id, people, POOL],
  );
  const samples: number[] = [];
  for (let sample = 0; sample < 40; sample++) {
    const started = performance.now();
    await db.run("select * from private.free_times($1, now(), now() + interval '31 days')", [id]);
    samples.push(performance.now() - started);
  }
  await db.run("rollback");
  return atMost(
    `free times of a month for a pool of ${POOL}, ${where}, p50`,
    percentile(samples, 0.5),
    60,
    "ms",
    `p95 ${percentile(samples, 0.95).toFixed(0)} ms`,
  );
}

/** Generated zones, clock changes, rotas, buffers and busy times against the oracle, side by side. */
async function compareCases(sessions: Session[]): Promise<Measurement[]> {
  let outside = 0;
  let missing = 0;
  let cases = 0;
  let slots = 0;
  let left = CASES;
  const begun = performance.now();
  const work = async (db: Session) => {
    const people: string[] = [];
    for (let number = 0; number < 3; number++) people.push((await createPerson(db, "active sales")).id ?? "");
    people.sort();
    while (left > 0) {
      const count = Math.min(left, CHUNK);
      left -= count;
      await db.run("begin");
      const ask = await openFreeTimes(db, people);
      for (const one of fc.sample(freeTimeCases, count)) {
        const wanted = freeTimes(one);
        const found = await ask(one);
        const [wantedSet, foundSet] = [new Set(wanted), new Set(found)];
        outside += found.filter((slot) => !wantedSet.has(slot)).length;
        missing += wanted.filter((slot) => !foundSet.has(slot)).length;
        slots += wanted.length;
        cases += 1;
      }
      await db.run("rollback");
      // Else the rows that earlier cases left behind make each case slower than the one before.
      await db.run("vacuum");
    }
  };
  await Promise.all(sessions.map(work));
  const seconds = (performance.now() - begun) / 1000;
  const note = `${slots} free times in ${cases} cases, ${seconds.toFixed(0)} s`;
  return [
    atLeast("generated cases of free times", cases, CASES, "cases"),
    atMost("times outside of availability", outside, 0, "times", note),
    atMost("times missing against the oracle", missing, 0, "times", note),
  ];
}
