import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMeetingType, dayAt } from "../support/bookings.ts";
import { createPerson } from "../support/database-persons.ts";
import type { Session } from "../support/database-session.ts";
import { type FaultDatabase, openFaultDatabase } from "../support/fault-database.ts";
import { freePort, type HostProcess, startHostProcess } from "../support/host-process.ts";
import { openSmtpProvider, type SmtpProvider } from "../support/smtp-provider.ts";

const ROUNDS = 8;
const PER_ROUND = 5;
const KEYS = {
  NODE_ENV: "production",
  JWT_SECRET: "a-signing-secret-for-tests-only-0123456789",
  PUBLISHABLE_KEY: "sb_publishable_0123456789abcdefghijkl_01234567",
  SECRET_KEY: "sb_secret_0123456789abcdefghijkl_01234567",
};

let database: FaultDatabase;
let provider: SmtpProvider;
let start: (number: number) => Promise<HostProcess>;
let hosts: HostProcess[] = [];

beforeAll(async () => {
  database = await openFaultDatabase();
  provider = await openSmtpProvider();
  const ports = [await freePort(), await freePort()];
  start = (number) =>
    startHostProcess({
      ...KEYS,
      ...provider.variables,
      DATABASE_URL: database.url,
      OUTBOX_TIME_SCALE: "0.05",
      RATE_LIMIT_SCALE: "0",
      PORT: String(ports[number]),
    });
  // One after the other: the first one migrates.
  hosts = [await start(0), await start(1)];
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.dispose()));
  await provider?.close();
  await database?.close();
});

const session = (): Session => ({
  run: async <Row>(text: string, parameters: unknown[] = []) => {
    const rows = await database.sql<Row>(text, parameters);
    return { rows, count: rows.length };
  },
});
type Visit = { submission: string; at: number; key?: string; isCanceled: boolean };

const post = async (host: number, path: string, fields: Record<string, string>): Promise<string | undefined> => {
  const answer = await fetch(`${hosts[host]?.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status === 303 ? (answer.headers.get("location") ?? "") : undefined;
};

/** Sends requests to both hosts, kills one of them in the middle, starts it again, and repeats what got no answer. */
async function throughKill(round: number, sends: ((host: number) => Promise<boolean>)[]): Promise<void> {
  const victim = round % 2;
  const sending = Promise.all(sends.map((send, at) => send(at % 2)));
  // Another moment in each round, so that the kill meets every step.
  await new Promise((resolve) => setTimeout(resolve, (round * 11) % 60));
  await hosts[victim]?.stop("SIGKILL");
  const answered = await sending;
  hosts[victim] = await start(victim);
  for (const [at, send] of sends.entries())
    if (!answered[at]) await expect.poll(() => send(1 - victim), { timeout: 20_000 }).toBe(true);
}

test("Two hosts that are killed book each call once, and send each reminder once and none after a cancellation", async () => {
  const db = session();
  const person = await createPerson(db, "active sales");
  const { slug } = await addMeetingType(db, [person.id], { reminders: [60], step_minutes: 60, horizon_days: 60 });
  // Emails wait until the kills are over. What is counted is what the jobs made of them.
  provider.behave("hangs");
  const visits: Visit[] = Array.from({ length: ROUNDS * PER_ROUND }, (_, number) => ({
    submission: randomUUID(),
    at: dayAt(3 + Math.floor(number / 20), number % 20).getTime() / 1000,
    isCanceled: false,
  }));
  const book = async (visit: Visit, host: number) => {
    const location = await post(host, `/book/agency/${slug}`, {
      at: String(visit.at),
      submission: visit.submission,
      name: "Ann Lee",
      email: `${visit.submission}@example.com`,
    });
    if (location) visit.key = location.split("/").at(-1) ?? "";
    return location !== undefined;
  };
  for (let round = 0; round < ROUNDS; round += 1)
    await throughKill(
      round,
      visits.slice(round * PER_ROUND, (round + 1) * PER_ROUND).map((visit) => (host) => book(visit, host)),
    );
  const booked = await database.sql<{ submission_id: string; manage_key: string; events: number; letters: number }>(
    `select submission_id, manage_key, (select count(*)::integer from public.booking_events where booking_id = booking.id) as events,
       (select count(*)::integer from private.outbox where dedupe_key = format('booking:%s:0:visitor', booking.id)) as letters
     from public.bookings as booking`,
  );
  expect(booked.map(({ submission_id, manage_key }) => `${submission_id} ${manage_key}`).toSorted()).toEqual(
    visits.map(({ submission, key }) => `${submission} ${key}`).toSorted(),
  );
  expect(booked.every(({ events, letters }) => events === 1 && letters === 1)).toBe(true);

  // All calls begin in 50 minutes, so all reminders are due, while every third call is canceled.
  await database.sql(
    "update public.bookings set starts_at = now() + interval '50 minutes', ends_at = now() + interval '80 minutes'",
  );
  await database.sql(
    "update private.outbox set run_at = now() where kind = 'booking' and payload ->> 'event' = 'reminder'",
  );
  const canceling = visits.filter((_, at) => at % 3 === 0);
  for (let round = 0; round < 4; round += 1)
    await throughKill(
      round,
      canceling
        .filter((_, at) => at % 4 === round)
        .map((visit) => async (host) => {
          visit.isCanceled = (await post(host, `/booking/${visit.key}`, { action: "cancel" })) !== undefined;
          return visit.isCanceled;
        }),
    );
  provider.behave("takes");
  const unsent = `select count(*)::integer from private.outbox where status in ('queued', 'running') and (kind = 'mail' or run_at <= now())`;
  await expect.poll(() => database.value<number>(unsent), { timeout: 120_000, interval: 500 }).toBe(0);
  const reminders = await database.sql<{ id: string; key: string; status: string }>(
    `select mail.id, mail.status, booking.manage_key as key from private.outbox as mail
     join public.bookings as booking on mail.dedupe_key like format('booking-reminder:%s:%%', booking.id)`,
  );
  const sentTo = (visit: Visit) =>
    reminders
      .filter(({ key }) => key === visit.key)
      .flatMap(({ id }) => provider.delivered.filter(({ messageId }) => messageId.includes(id))).length;
  const kept = visits.filter((visit) => !canceling.includes(visit));
  expect(kept.map(sentTo)).toEqual(kept.map(() => 1));
  expect(canceling.map(sentTo)).toEqual(canceling.map(() => 0));
}, 300_000);
