import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { freePort, startHostProcess, temporaryDirectory } from "../tests/support/host-process.ts";
import { atMost, type Measurement } from "./measurement.ts";

const POSTS = 1_000;
const CONCURRENCY = 20;

type Sent = { id: string; email: string; answered: boolean };

/**
 * A thousand contact messages, twenty at a time, to a host that is killed in the middle and restarted on the same data.
 * Every message that was answered with 200 must exist once, with its lead and two emails, and so must every retried
 * message.
 */
export async function measureSubmissions(): Promise<Measurement[]> {
  const variables = { DATA_DIR: temporaryDirectory(), PORT: String(await freePort()), RATE_LIMIT_SCALE: "0" };
  const first = await startHostProcess(variables);
  const all: Sent[] = Array.from({ length: POSTS }, (_, at) => ({
    id: randomUUID(),
    // Every tenth message is from a repeat sender.
    email: `bench-${at % 10 === 9 ? at - 9 : at}@example.com`,
    answered: false,
  }));
  const started = performance.now();
  let again: Promise<typeof first> | undefined;
  const kill = async () => {
    await first.stop("SIGKILL");
    return startHostProcess(variables);
  };
  let next = 0;
  const answered = () => all.reduce((count, each) => count + Number(each.answered), 0);
  const lost: Sent[] = [];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let sent = all[next++]; sent; sent = all[next++]) {
        if (!again && answered() >= POSTS / 2) again = kill();
        if (!(await post(first.url, sent))) lost.push(sent);
        // Unanswered messages are sent again when the host is back, as a person would do.
        if (again) await again;
      }
    }),
  );
  const host = await (again ?? kill());
  const firstAnswers = answered();
  for (const sent of lost) await post(host.url, sent);
  const seconds = (performance.now() - started) / 1000;
  await host.stop();
  const missing = await countMissing(variables.DATA_DIR, all);
  await host.dispose();
  const note = `${firstAnswers} answered at once, ${lost.length} cut off by SIGKILL and sent again, ${seconds.toFixed(1)} s in all`;
  return [
    atMost(
      `${POSTS} submissions over a SIGKILL: answered 200, but not stored once with lead and e-mails`,
      missing,
      0,
      "",
      note,
    ),
    atMost("submissions cut off by it and refused when sent again", POSTS - answered(), 0, "lost"),
  ];
}

async function post(url: string, sent: Sent): Promise<boolean> {
  const body = { firstName: "Dana", lastName: "Reyes", email: sent.email, goals: "Calls", submission_id: sent.id };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/functions/v1/send-contact-email`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  sent.answered ||= answer?.status === 200;
  await answer?.arrayBuffer().catch(() => {});
  return sent.answered;
}

/** Counts the answered submissions that do not exist exactly once with one lead and both emails. */
async function countMissing(dataDir: string, all: Sent[]): Promise<number> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const rows = await query<{ id: string }>(
    connection,
    `select sent.submission_id as id from public.contacts as sent
     join public.leads as lead on lead.id = sent.lead_id and lower(lead.email) = lower(sent.email)
     where 1 = (select count(*) from public.leads as same where lower(same.email) = lower(sent.email))
       and 1 = (select count(*) from public.lead_activities as past where past.payload ->> 'contact_id' = sent.id::text)
       and 2 = (select count(*) from private.outbox as mail where mail.dedupe_key like 'contact:' || sent.id || ':%')`,
  );
  await connection.close();
  const stored = new Map<string, number>();
  for (const { id } of rows) stored.set(id, (stored.get(id) ?? 0) + 1);
  return all.filter(({ id, answered }) => answered && stored.get(id) !== 1).length;
}
