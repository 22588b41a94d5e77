import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import {
  ALWAYS,
  ledgerWords,
  readClocks,
  readJobs,
  runClockEvent,
  setHours,
  startClock,
} from "../../support/lead-clocks.ts";
import { addLeadRow, mergeLeads, readLead } from "../../support/lead-rows.ts";

const TAKE_BACK = "select public.undo_log_activity($1) as answer";
const LOG = `select public.log_activity(p_id => $1, p_lead_id => $2, p_kind => $3, p_outcome => 'connected',
  p_occurred_at => now() - make_interval(secs => $4::int), p_claim => true, p_next => $5::text::jsonb, p_stage => $6) as answer`;
const SOON = { kind: "call", title: "Call again", due_at: "2100-01-01T10:00Z" };

type Log = { id: string; claimed: boolean; finished: string | null };

async function log(
  db: TestDatabase,
  who: Person,
  lead: string,
  {
    kind = "call",
    ago = 0,
    next,
    stage = null,
  }: { kind?: string; ago?: number; next?: object; stage?: string | null } = {},
): Promise<Log> {
  const given = [randomUUID(), lead, kind, ago, next ? JSON.stringify(next) : null, stage];
  return (await runAs<{ answer: Log }>(db, who, LOG, given)).answer;
}

const undoLog = async (db: TestDatabase, who: Person, id: string) =>
  (await runAs<{ answer: unknown }>(db, who, TAKE_BACK, [id])).answer;

const addTask = (db: TestDatabase, lead: string, kind: string, due: string) =>
  db.run(
    `insert into public.lead_tasks (lead_id, kind, title, due_at, created_at)
     values ($1, $2, $2 || ' ' || $3, now() + $3::interval, now() - interval '9 days')`,
    [lead, kind, due],
  );

const openTasks = async (db: TestDatabase, lead: string) =>
  (
    await db.run<{ title: string }>(
      "select title from public.lead_tasks where lead_id = $1 and done_at is null order by due_at",
      [lead],
    )
  ).rows.map(({ title }) => title);

onEveryDatabase("A logged activity", (given) => {
  const tried =
    (work: (db: TestDatabase, people: ReturnType<typeof given>["world"]["people"]) => Promise<void>) => async () => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await setHours(db, ALWAYS);
        await work(db, world.people);
      });
    };

  test(
    "completes the matching task: same kind and due by tonight",
    tried(async (db, { "active sales": sales }) => {
      const lead = await addLeadRow(db, sales);
      for (const [kind, due] of [
        ["email", "-2 days"],
        ["call", "-1 day"],
        ["call", "-1 hour"],
        ["sms", "3 days"],
      ] as const) {
        await addTask(db, lead, kind, due);
      }
      expect((await log(db, sales, lead, { kind: "sms" })).finished, "not due yet").toBeNull();
      expect((await log(db, sales, lead, { ago: 10 * 86_400 })).finished, "before it was planned").toBeNull();
      expect((await log(db, sales, lead)).finished, "the first of its kind").toBe("call -1 day");
      expect(await openTasks(db, lead)).toEqual(["email -2 days", "call -1 hour", "sms 3 days"]);
      expect(await readLead(db, lead)).toMatchObject({ next_task_title: "email -2 days" });
    }),
  );

  test(
    "leaves no trace when undone: clock, claim, stage, tasks and last contact",
    tried(async (db, { "active sales": sales }) => {
      const lead = await addLeadRow(db, null, { stage: "new" });
      const clock = await startClock(db, lead, 200);
      await runClockEvent(db, clock, "warned");
      await addTask(db, lead, "call", "-1 hour");
      const before = await readLead(db, lead);
      const logged = await log(db, sales, lead, { next: SOON, stage: "connected" });
      expect(await readLead(db, lead)).toMatchObject({
        user_id: sales.id,
        stage: "connected",
        clock_due_at: null,
        next_task_title: "Call again",
      });
      expect(await undoLog(db, sales, logged.id)).toEqual({ restored: 1, kept: 0 });
      const { version: _, updated_at: __, ...after } = await readLead(db, lead);
      expect(before).toMatchObject(after);
      expect(await openTasks(db, lead)).toEqual(["call -1 hour"]);
      const clocks = await readClocks(db, lead);
      expect(clocks.filter(({ state }) => state !== "dropped")).toMatchObject([
        { state: "warned", due: 300, response_seconds: null },
      ]);
      const PAGE = "select public.lead_page($1) -> 'clock' as clock";
      expect(await runAs(db, sales, PAGE, [lead]), "the page shows it").toMatchObject({ clock: { state: "warned" } });
      expect(await ledgerWords(db, lead)).toEqual(["started", "warned", "answered", "dropped", "started"]);
      expect((await readJobs(db)).slice(-2)).toEqual(["escalated in 400", "escalated in 400"]);
      const { rows } = await db.run("select from public.lead_activities where id = $1", [logged.id]);
      expect(rows, "it stays in the history").toHaveLength(1);
    }),
  );

  test(
    "is part of its lead's last twelve weeks until it is undone",
    tried(async (db, { "active sales": sales }) => {
      const lead = await addLeadRow(db, sales);
      const WEEKS = "select public.lead_page($1) -> 'activity_weeks' as weeks";
      const weeks = async () => (await runAs<{ weeks: number[] }>(db, sales, WEEKS, [lead])).weeks;
      const day = 86_400;
      const logged: Log[] = [];
      for (const ago of [0, 6 * day, 8 * day, 83 * day, 85 * day]) logged.push(await log(db, sales, lead, { ago }));
      expect(await weeks()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
      await undoLog(db, sales, logged[0]?.id ?? "");
      expect(await weeks()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }),
  );

  test(
    "yields to the next response when undone, and never reopens an earlier wait",
    tried(async (db, { "active sales": sales, admin }) => {
      const lead = await addLeadRow(db, sales);
      await startClock(db, lead, 200);
      const first = await log(db, sales, lead, { ago: 150 });
      await log(db, admin, lead, { ago: 50 });
      expect(await readClocks(db, lead)).toMatchObject([
        { state: "answered", response_seconds: 50, answered_by: sales.id },
      ]);
      await undoLog(db, sales, first.id);
      expect(await readClocks(db, lead)).toMatchObject([
        { state: "answered", response_seconds: 150, answered_by: admin.id },
      ]);
      expect(await ledgerWords(db, lead)).toEqual(["started", "answered", "corrected"]);
      const later = await log(db, sales, lead);
      await undoLog(db, sales, later.id);
      expect(await readClocks(db, lead), "it had answered nothing").toMatchObject([{ response_seconds: 150 }]);
    }),
  );

  test(
    "leaves a lead waiting since its first message if the response is undone after a second one",
    tried(async (db, { "active sales": sales }) => {
      const lead = await addLeadRow(db, sales);
      await startClock(db, lead, 200);
      const slip = await log(db, sales, lead, { ago: 100 });
      await startClock(db, lead, 50);
      await undoLog(db, sales, slip.id);
      const open = (await readClocks(db, lead)).filter(({ state }) => !["answered", "dropped"].includes(state));
      expect(open).toMatchObject([{ due: 300 }]);
      await log(db, sales, lead);
      const answered = (await readClocks(db, lead)).filter(({ state }) => state === "answered");
      expect(answered).toMatchObject([{ response_seconds: 200 }]);
    }),
  );

  test(
    "keeps later work when undone",
    tried(async (db, { "active sales": sales }) => {
      const lead = await addLeadRow(db, null, { stage: "new" });
      const slip = await log(db, sales, lead, { stage: "connected", next: SOON });
      // Planned some time ago, and just changed.
      await db.run("update public.lead_tasks set created_at = now() - interval '1 hour' where lead_id = $1", [lead]);
      await db.run("update public.leads set stage = 'qualified' where id = $1", [lead]);
      await db.run(
        `insert into public.lead_activities (lead_id, kind, body, actor_id, created_at)
         values ($1, 'note', 'A word', $2, now() + interval '1 second')`,
        [lead, sales.id],
      );
      await undoLog(db, sales, slip.id);
      expect(await readLead(db, lead)).toMatchObject({ stage: "qualified", user_id: sales.id });
      expect(await openTasks(db, lead)).toHaveLength(1);
    }),
  );

  test(
    "can be undone once, within a day, by the person who logged it",
    tried(
      async (
        db,
        {
          "active sales": sales,
          "other active sales": other,
          "pending sales": pending,
          owner: client,
          admin,
          inactive,
          anon,
        },
      ) => {
        const lead = await addLeadRow(db, null);
        const { id } = await log(db, sales, lead);
        for (const who of [other, admin]) expect(await refusalCode(db, who, TAKE_BACK, [id])).toBe("PT404");
        for (const who of [inactive, pending, client, anon])
          expect(await refusalCode(db, who, TAKE_BACK, [id])).toBe("42501");
        await undoLog(db, sales, id);
        expect(await refusal(db, sales, TAKE_BACK, [id])).toEqual({
          code: "PT409",
          message: "This was already undone",
        });
        await db.run(
          `insert into public.lead_activities (id, lead_id, kind, actor_id, created_at, payload)
         values ('00000000-0000-4000-8000-0000000000a1', $1, 'call', $2, now() - interval '25 hours', '{}'),
           ('00000000-0000-4000-8000-0000000000a2', $1, 'email', $2, now(), '{"to":"a@example.com"}'),
           ('00000000-0000-4000-8000-0000000000a3', $1, 'assignment', $2, now(), '{}')`,
          [lead, sales.id],
        );
        expect(await refusalCode(db, sales, TAKE_BACK, ["00000000-0000-4000-8000-0000000000a1"]), "old").toBe("22023");
        expect(await refusalCode(db, sales, TAKE_BACK, ["00000000-0000-4000-8000-0000000000a2"]), "sent").toBe("22023");
        expect(await refusalCode(db, sales, TAKE_BACK, ["00000000-0000-4000-8000-0000000000a3"]), "no log").toBe(
          "PT404",
        );
        const gone = await addLeadRow(db, sales);
        const mine = await log(db, sales, gone);
        await db.run("update public.leads set user_id = $2 where id = $1", [gone, other.id]);
        expect(await refusalCode(db, sales, TAKE_BACK, [mine.id]), "somebody else's lead").toBe("PT404");
        await db.run("update public.leads set user_id = $2 where id = $1", [gone, sales.id]);
        await mergeLeads(db, sales, await addLeadRow(db, sales), gone);
        expect(await refusalCode(db, sales, TAKE_BACK, [mine.id]), "merged").toBe("PT409");
      },
    ),
  );

  test(
    "that is an email is taken back until it leaves, with all that it changed",
    tried(async (db, { "active sales": sales }) => {
      const MAIL = "select public.send_lead_email($1, $2, 'Hi', 'Hello', $3::text::jsonb) as answer";
      const next = JSON.stringify(SOON);
      const jobs = () =>
        db.run(
          "select run_at - now() = interval '10 seconds' as waits from private.outbox where dedupe_key like 'lead-message:%'",
        );
      await db.run("delete from private.outbox");
      const lead = await addLeadRow(db, null, { email: "una@example.com", consent_at: "2026-01-01" });
      await startClock(db, lead, 200);
      await addTask(db, lead, "email", "-2 days");
      const { version: _, updated_at: __, ...before } = await readLead(db, lead);
      const [first, second] = [randomUUID(), randomUUID()];
      await runAs(db, sales, MAIL, [first, lead, next]);
      expect((await jobs()).rows).toEqual([{ waits: true }]);
      expect(await readLead(db, lead)).toMatchObject({ user_id: sales.id, stage: "attempting" });
      expect(await openTasks(db, lead)).toEqual(["Call again"]);
      expect(await undoLog(db, sales, first)).toEqual({ restored: 1, kept: 0 });
      expect((await jobs()).rows).toEqual([]);
      expect(await readLead(db, lead)).toMatchObject(before);
      expect(await openTasks(db, lead)).toEqual(["email -2 days"]);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "dropped" }, { response_seconds: null }]);
      expect(await refusalCode(db, sales, TAKE_BACK, [first]), "twice").toBe("PT409");
      // The same email isn't sent after all.
      const { answer } = await runAs<{ answer: object }>(db, sales, MAIL, [first, lead, next]);
      expect(answer).toMatchObject({ again: true, undo_seconds: 0 });
      expect((await jobs()).rows).toEqual([]);
      await runAs(db, sales, MAIL, [second, lead, null]);
      await db.run("update private.outbox set status = 'running' where dedupe_key = 'lead-message:' || $1", [second]);
      expect(await refusal(db, sales, TAKE_BACK, [second])).toEqual({
        code: "22023",
        message: "This email was already sent",
      });
      expect((await jobs()).rows).toHaveLength(1);
      expect(await readLead(db, lead)).toMatchObject({ user_id: sales.id });
    }),
  );

  test(
    "reopens its completed task, and cancels the task planned instead",
    tried(
      async (
        db,
        { "active sales": sales, "other active sales": other, "pending sales": pending, owner: client, inactive, anon },
      ) => {
        const lead = await addLeadRow(db, sales);
        await addTask(db, lead, "call", "-1 hour");
        const { rows } = await db.run<{ id: string }>("select id from public.lead_tasks where lead_id = $1", [lead]);
        const [task, next] = [rows[0]?.id, randomUUID()];
        await runAs(db, sales, "select public.finish_task($1, $2::text::jsonb)", [
          task,
          JSON.stringify({ ...SOON, id: next }),
        ]);
        expect(await openTasks(db, lead)).toEqual(["Call again"]);
        const REOPEN = "select public.reopen_task($1, $2) as answer";
        expect(await refusalCode(db, other, REOPEN, [task, next])).toBe("PT404");
        for (const who of [inactive, pending, client, anon])
          expect(await refusalCode(db, who, REOPEN, [task, next])).toBe("42501");
        const theirs = await addLeadRow(db, other);
        await addTask(db, theirs, "sms", "1 day");
        const { rows: foreign } = await db.run<{ id: string }>("select id from public.lead_tasks where lead_id = $1", [
          theirs,
        ]);
        await runAs(db, sales, REOPEN, [task, foreign[0]?.id]);
        expect(await openTasks(db, theirs), "a colleague's task named as the planned one stays").toHaveLength(1);
        expect(await runAs(db, sales, REOPEN, [task, next])).toEqual({ answer: { restored: 1, kept: 0 } });
        expect(await runAs(db, sales, REOPEN, [task, next]), "twice").toEqual({ answer: { restored: 1, kept: 0 } });
        expect(await openTasks(db, lead)).toEqual(["call -1 hour"]);
      },
    ),
  );
});
