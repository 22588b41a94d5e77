import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startOutboxWorker } from "../../server/mail/outbox-worker.ts";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { SendFailure } from "../../supabase/functions/_shared/mail/send-failure.ts";
import { dispatchOutbox } from "../../supabase/functions/_shared/outbox/dispatch-outbox.ts";
import { openSubmissions } from "../support/submissions.ts";

let given: Awaited<ReturnType<typeof openSubmissions>>;
let sent: string[] = [];

beforeAll(async () => {
  given = await openSubmissions();
  given.deps.renderMail = async () => ({ subject: "Hi", text: "Hi", html: "<p>Hi</p>" });
});
afterAll(() => given.protocol.close());
beforeEach(async () => {
  sent = [];
  given.logged.length = 0;
  given.deps.sendMail = async ({ to }) => void sent.push(to);
  await given.rows("delete from private.outbox");
  await given.rows("delete from private.mail_providers");
});

const addMails = (count: number) =>
  given.rows(
    `select public.enqueue_outbox('mail', 'mail ' || n, jsonb_build_object('to', n || '@example.com', 'template', 'x'))
     from generate_series(1, $1) as n`,
    [count],
  );
const states = async (kind: string) =>
  (
    await given.one(
      `select coalesce(string_agg(line, ', ' order by line), '') as line from (
         select concat_ws(' ', status, failure, count(*)) as line from private.outbox where kind = $1 group by status, failure
       ) as counted`,
      [kind],
    )
  )?.line;

test("emails that hang hold up no other lane, and go back to the queue when the host stops", async () => {
  given.deps.sendMail = (_message, _key, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  await addMails(20);
  const worker = startOutboxWorker(given.deps);
  worker.wake();
  await expect.poll(() => states("mail")).toBe("queued 15, running 5");
  await given.rows(
    `select public.enqueue_outbox('lead_clock', 'clock', jsonb_build_object('clockId', gen_random_uuid(), 'event', 'warned'))`,
  );
  await given.rows("update private.scheduled_jobs set next_run_at = now(), last_run_at = null");
  await expect.poll(() => states("lead_clock")).toBe("done 1");
  await expect
    .poll(() => given.one("select count(*)::int as waiting from private.scheduled_jobs where last_run_at is null"), {
      timeout: 15_000,
    })
    .toEqual({ waiting: 0 });
  expect(await states("mail")).toBe("queued 15, running 5");
  expect(await worker.stop()).toEqual(["mail: 5 running"]);
  expect(await states("mail")).toBe("queued 20");
  expect(await given.one("select max(attempts) as tries from private.outbox where kind = 'mail'")).toEqual({
    tries: 0,
  });
});

test("an email whose link has expired while it waited is not sent, one whose link still works is", async () => {
  await given.rows(
    `select public.enqueue_outbox('mail', kind, jsonb_build_object('to', kind || '@example.com', 'template', 'x', 'expiresAt',
       to_char(now() at time zone 'UTC' + delay, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
     from (values ('late', interval '-1 second'), ('early', interval '10 minutes')) as given (kind, delay)`,
  );
  await dispatchOutbox(given.deps, "one");
  expect(sent).toEqual(["early@example.com"]);
  expect(await given.one("select result from private.outbox where dedupe_key = 'late'")).toEqual({
    result: { skipped: "expired" },
  });
});

test("an email that a server has but did not confirm is not sent again, also when the host stops", async () => {
  given.deps.sendMail = ({ to }, _key, signal) => {
    sent.push(to);
    return new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(new SendFailure("unconfirmed", "no answer"))),
    );
  };
  await addMails(2);
  const worker = startOutboxWorker(given.deps);
  worker.wake();
  await expect.poll(() => sent.length).toBe(2);
  await worker.stop();
  expect(await states("mail")).toBe("failed unconfirmed 2");
  await dispatchOutbox(given.deps, "next");
  expect(sent).toHaveLength(2);
});

test("an email is sent once, also when the database is away right after it", async () => {
  await addMails(1);
  let failures = 2;
  const { service } = given.deps;
  const flaky = new Proxy(service, {
    get(target, name) {
      if (name !== "rpc") return Reflect.get(target, name);
      return (called: string, args: object) => {
        if (called !== "complete_outbox" || failures === 0)
          return target.rpc(called as "complete_outbox", args as never);
        failures -= 1;
        return Promise.resolve({ data: null, error: { message: "away" }, status: 503 });
      };
    },
  });
  const deps: FunctionDeps = { ...given.deps, service: flaky };
  expect(await dispatchOutbox(deps, "w")).toEqual({ done: 1, failed: 0, more: false });
  expect(failures).toBe(0);
  expect(sent).toEqual(["1@example.com"]);
  expect(await states("mail")).toBe("done 1");
});

test("a job that another worker has is given up", async () => {
  let isAborted = false;
  given.deps.sendMail = (_message, _key, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => {
        isAborted = true;
        reject(new Error("aborted"));
      }),
    );
  await addMails(1);
  const running = dispatchOutbox({ ...given.deps, outboxTimeScale: 1 / 60 }, "w");
  await expect.poll(() => states("mail")).toBe("running 1");
  await given.rows("update private.outbox set locked_by = 'other'");
  await running;
  expect(isAborted).toBe(true);
  expect(await states("mail")).toBe("running 1");
});

test("a provider that is away gets three emails and then one at a time; the rest wait untouched", async () => {
  given.deps.sendMail = async ({ to }) => {
    sent.push(to);
    throw new SendFailure("away", "no answer", "unreachable");
  };
  await addMails(50);
  await dispatchOutbox(given.deps, "w");
  expect(sent.length).toBeLessThan(10);
  expect(await states("mail")).toBe("queued 50");
  expect(await given.one("select problem, failures >= 3 as closed from private.mail_providers")).toEqual({
    problem: "unreachable",
    closed: true,
  });
});
