import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { book } from "../../support/booked-calls.ts";
import { outcomeAs, refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow, changeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

const CHANGE = "select public.change_task($1, $2, $3) as answer";
type Task = { id: string; kind: string; title: string; due_at: string };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

onEveryDatabase("A next step that is changed", (given) => {
  const sales = () => given().world.people["active sales"];
  const other = () => given().world.people["other active sales"];
  const change = async (db: TestDatabase, { id, ...seen }: Task, changes: object, who = sales()) =>
    (
      await runAs<{ answer: { lead_id: string; again: boolean } }>(db, who, CHANGE, [
        id,
        JSON.stringify(changes),
        JSON.stringify(seen),
      ])
    ).answer;
  const refused = (db: TestDatabase, { id, ...seen }: Task, changes: object, who = sales()) =>
    refusal(db, who, CHANGE, [id, JSON.stringify(changes), JSON.stringify(seen)]);
  const read = async (db: TestDatabase, id: string) =>
    (await db.run<Record<string, unknown>>("select * from public.lead_tasks where id = $1", [id])).rows[0] ?? {};
  const withTask = (hours: number, work: (db: TestDatabase, lead: string, task: Task) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales());
      // The product itself may write older ones, as an import does.
      const { rows } = await db.run<Task>(
        `insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call back', $2)
         returning id, kind, title, to_json(due_at) #>> '{}' as due_at`,
        [lead, inHours(hours)],
      );
      await work(db, lead, rows[0] as Task);
    });
  };

  const TIMELINE = "select public.lead_timeline($1, $2, $3, $4, $5) as answer";
  type Event = { id: string; kind: string; at: string; actor_id: string | null; payload: Record<string, unknown> };
  type Page = { rows: Event[]; more: boolean; total?: number };
  const timeline = async (db: TestDatabase, lead: string, kinds: string[] | null = null, before?: Event, limit = 30) =>
    (await runAs<{ answer: Page }>(db, sales(), TIMELINE, [lead, kinds, before?.at ?? null, before?.id ?? null, limit]))
      .answer;

  test(
    "is in the history once it is done, by whoever did it, until that is undone",
    withTask(24, async (db, lead, task) => {
      const told = async () => (await timeline(db, lead, ["task"])).rows;
      expect(await told()).toEqual([]);
      const before = (await timeline(db, lead)).total ?? 0;
      await runAs(db, sales(), "select public.finish_task($1)", [task.id]);
      expect(await told()).toMatchObject([
        {
          ...{ id: `task-${task.id}`, kind: "task", actor_id: sales().id, pinned: false, is_retracted: false },
          payload: { kind: "call", title: "Call back" },
        },
      ]);
      expect((await timeline(db, lead)).total).toBe(before + 1);
      await runAs(db, sales(), "select public.reopen_task($1)", [task.id]);
      expect(await told()).toEqual([]);
      expect((await timeline(db, lead)).total).toBe(before);
    }),
  );

  test(
    "is not in the history when it is deleted, or when a log that finished it says so",
    withTask(2, async (db, lead, task) => {
      const kinds = async () => (await timeline(db, lead)).rows.map(({ kind }) => kind);
      const before = await kinds();
      await change(db, task, { removed: true });
      expect(await kinds()).toEqual(before);
      await change(db, task, { removed: false });
      await runAs(db, sales(), "select public.log_activity($1, $2, 'call', p_outcome => 'connected')", [
        randomUUID(),
        lead,
      ]);
      expect((await read(db, task.id)).done_at).not.toBeNull();
      expect(await kinds()).toEqual(["call", ...before]);
      expect((await timeline(db, lead)).rows[0]?.payload).toMatchObject({ finished_title: "Call back" });
      // A step that was done at another time than the log, because the log was undone, has its own entry.
      await db.run("update public.lead_tasks set done_at = now() + interval '1 minute' where id = $1", [task.id]);
      expect(await kinds()).toEqual(["task", "call", ...before]);
    }),
  );

  test(
    "stands once on the pages of a history, whatever their size",
    withTask(24, async (db, lead) => {
      for (const title of ["One", "Two", "Three", "Four", "Five"]) {
        const id = randomUUID();
        await db.run("insert into public.lead_tasks (id, lead_id, title, due_at) values ($1, $2, $3, $4)", [
          id,
          lead,
          title,
          inHours(48),
        ]);
        // At the same moment, because one transaction has one.
        await runAs(db, sales(), "select public.finish_task($1)", [id]);
      }
      const all = (await timeline(db, lead)).rows.map(({ id }) => id);
      for (const size of [1, 2, 3, 7]) {
        const read: Event[] = [];
        for (let page = await timeline(db, lead, null, undefined, size); ; ) {
          read.push(...page.rows);
          if (!page.more) break;
          page = await timeline(db, lead, null, read.at(-1), size);
        }
        expect(read.map(({ id }) => id)).toEqual(all);
      }
    }),
  );

  test(
    "moves and changes at once for its lead, and the same request again changes nothing",
    withTask(24, async (db, lead, task) => {
      const changes = { kind: "email", title: "  Send the offer ", due_at: inHours(72) };
      expect(await change(db, task, changes)).toEqual({ lead_id: lead, again: false });
      expect(await change(db, task, changes)).toEqual({ lead_id: lead, again: true });
      const { next_task_kind, next_task_title, next_task_at } = await readLead(db, lead);
      expect([next_task_kind, next_task_title, new Date(String(next_task_at)).toISOString()]).toEqual([
        "email",
        "Send the offer",
        changes.due_at,
      ]);
    }),
  );

  test(
    "by two people is refused for the second one, and so is a task that is done or deleted",
    withTask(24, async (db, _, task) => {
      const { rows } = await db.run<{ name: string }>("select private.person_name($1) as name", [sales().id]);
      const name = rows[0]?.name ?? "";
      // The colleague reads who did it.
      const admin = given().world.people["admin"];
      await change(db, task, { title: "Call the office" });
      expect(await refused(db, task, { due_at: inHours(48) }, admin)).toMatchObject({
        code: "PT409",
        message: `${name} just changed this task`,
      });
      expect(await refused(db, task, { due_at: inHours(48) })).toMatchObject({ message: "You just changed this task" });
      const now = { ...task, title: "Call the office" };
      await change(db, now, { removed: true });
      expect(await refused(db, now, { title: "Again" }, admin)).toMatchObject({ message: `${name} deleted this task` });
      expect(await refusal(db, admin, "select public.finish_task($1)", [task.id])).toMatchObject({
        message: `${name} deleted this task`,
      });
      await change(db, now, { removed: false });
      await runAs(db, sales(), "select public.finish_task($1)", [task.id]);
      for (const changes of [{ title: "Again" }, { removed: true }, { removed: false }])
        expect(await refused(db, now, changes, admin)).toMatchObject({
          code: "PT409",
          message: `${name} already completed this task`,
        });
    }),
  );

  test(
    "can't move to the past or to no time, but Undo returns an overdue one to the time that it had",
    withTask(-24, async (db, _, task) => {
      for (const due_at of [inHours(-1), "2019-05-01T10:00:00Z"])
        expect(await refused(db, task, { due_at })).toMatchObject({ code: "22023", detail: "due_at" });
      for (const due_at of ["2205-01-01T00:00:00Z", "infinity", null])
        expect(await refused(db, task, { due_at })).toMatchObject({ code: "22023", detail: "due_at" });
      expect(await refused(db, task, { title: " " })).toMatchObject({ code: "22023", detail: "title" });
      expect(await refused(db, task, { kind: "fax" })).toMatchObject({ code: "22023", detail: "kind" });
      expect(await refused(db, task, { lead_id: randomUUID() })).toMatchObject({ code: "22023" });
      await change(db, task, { title: "Call again" });
      const times = [inHours(1), inHours(2), inHours(3)];
      let now = { ...task, title: "Call again" };
      for (const due_at of times) {
        await change(db, now, { due_at });
        now = { ...now, due_at };
      }
      for (const due_at of [times[1], times[0], task.due_at] as string[]) {
        await change(db, now, { due_at });
        now = { ...now, due_at };
      }
      expect(new Date(String((await read(db, task.id))["due_at"]))).toEqual(new Date(task.due_at));
      expect(await refused(db, now, { due_at: inHours(-2) })).toMatchObject({ code: "22023" });
    }),
  );

  test(
    "keeps the last 20 times that it had",
    withTask(1, async (db, _, task) => {
      let now = task;
      for (let hours = 2; hours < 27; hours += 1) {
        const due_at = inHours(hours);
        await change(db, now, { due_at });
        now = { ...now, due_at };
      }
      const { rows } = await db.run("select cardinality(was_due) as times from public.lead_tasks where id = $1", [
        task.id,
      ]);
      expect(rows).toEqual([{ times: 20 }]);
    }),
  );

  test(
    "is deleted and restored exactly, and nothing but Undo opens it again",
    withTask(-24, async (db, lead, task) => {
      const before = await read(db, task.id);
      expect(await change(db, task, { removed: true })).toMatchObject({ again: false });
      expect(await change(db, task, { removed: true })).toMatchObject({ again: true });
      expect((await readLead(db, lead))["next_task_at"]).toBeNull();
      await runAs(db, sales(), "select public.reopen_task($1)", [task.id]);
      expect((await readLead(db, lead))["next_task_at"]).toBeNull();
      expect(await change(db, task, { removed: false })).toMatchObject({ again: false });
      expect(await change(db, task, { removed: false })).toMatchObject({ again: true });
      const { updated_at: _was, ...rest } = before;
      expect(await read(db, task.id)).toMatchObject(rest);
      expect((await readLead(db, lead))["next_task_title"]).toBe("Call back");
    }),
  );

  test(
    "belongs to those who see its lead",
    withTask(24, async (db, lead, task) => {
      expect(await refused(db, task, { removed: true }, other())).toMatchObject({
        code: "PT404",
        message: "This lead was assigned to someone else or removed",
      });
      expect(await refused(db, { ...task, id: randomUUID() }, { removed: true })).toMatchObject({ code: "PT404" });
      await db.run("update public.leads set user_id = null where id = $1", [lead]);
      expect(await change(db, task, { removed: true }, other())).toMatchObject({ again: false });
    }),
  );

  test(
    "keeps its lead with the person who changed it, when the lead was just given to them",
    withTask(24, async (db, lead) => {
      const { rows } = await db.run<Task>(
        `insert into public.lead_tasks (lead_id, title, due_at, created_by, created_at, updated_at)
         values ($1, 'Call back', $2, $3, now() - interval '1 day', now() - interval '1 day')
         returning id, kind, title, to_json(due_at) #>> '{}' as due_at`,
        [lead, inHours(24), sales().id],
      );
      const task = rows[0] as Task;
      for (const isChanged of [false, true]) {
        const { batch_id } = await changeLeads(db, sales(), [lead], { user_id: other().id });
        if (isChanged) await change(db, task, { title: "Call the office" }, other());
        expect(await undoBatch(db, sales(), batch_id)).toEqual({
          restored: isChanged ? 0 : 1,
          kept: isChanged ? 1 : 0,
        });
      }
    }),
  );

  test(
    "has a due date that is one, however it is spelled",
    withTask(24, async (db, _, task) => {
      const spellings = fc.oneof(
        fc.constantFrom(
          "",
          "soon",
          "2026-13-45",
          "2026-02-30T10:00Z",
          "infinity",
          "-infinity",
          "9999-01-01",
          "1969-01-01",
        ),
        fc.constantFrom(null, true, 7, -1, 1e300, [], {}, { due: inHours(24) }),
        // PostgreSQL reads a date in almost anything with digits, and a few words.
        fc.string().filter((text) => !/\d|now|to|yes|ep/i.test(text)),
      );
      await fc.assert(
        fc.asyncProperty(spellings, async (due_at) => {
          // What is no date, or isn't ahead, is refused in words, and nothing changes.
          expect(await refused(db, task, { due_at })).toMatchObject({ code: "22023" });
          expect(await refused(db, { ...task, due_at: due_at as string }, { title: "Else" })).toMatchObject({
            code: "PT409",
          });
        }),
        { numRuns: 40 },
      );
      expect(await change(db, task, {})).toMatchObject({ again: true });
    }),
  );

  test(
    "isn't completed once someone deleted it, nor reopened",
    withTask(24, async (db, _, task) => {
      await change(db, task, { removed: true });
      expect(await refusal(db, sales(), "select public.finish_task($1)", [task.id])).toMatchObject({
        code: "PT409",
        message: "You deleted this task",
      });
      const reopened = await runAs<{ answer: object }>(db, sales(), "select public.reopen_task($1) as answer", [
        task.id,
      ]);
      expect(reopened.answer).toEqual({ restored: 0, kept: 1 });
      expect(await read(db, task.id)).toMatchObject({ removed_at: expect.anything() });
    }),
  );

  test(
    "is no booked call: that moves and ends with the call, and its outcome completes it",
    withTask(240, async (db, lead) => {
      const call = await book(db, { lead, hosts: [sales().id], in: 120 });
      const { rows } = await db.run<Task>(
        "select id, kind, title, to_json(due_at) #>> '{}' as due_at from public.lead_tasks where booking_id = $1",
        [call],
      );
      const task = rows[0] as Task;
      const callTask = { code: "22023", message: "This step is a booked call. Move or cancel the call instead" };
      for (const changes of [{ due_at: inHours(48) }, { title: "Talk" }, { removed: true }])
        expect(await refused(db, task, changes)).toMatchObject(callTask);
      // Nor by a request to the table.
      for (const statement of [
        "update public.lead_tasks set done_at = now() where id = $1",
        "delete from public.lead_tasks where id = $1",
      ])
        expect((await outcomeAs(db, sales(), statement, [task.id])).count).toBe(0);
      const finish = "select public.finish_task($1) as answer";
      expect(await refusal(db, sales(), finish, [task.id])).toMatchObject({
        code: "22023",
        message: "This step is a booked call. The call's outcome completes it",
      });
      // A call before the booked one is another call.
      await runAs(db, sales(), "select public.log_activity($1, $2, 'call', null, 'connected')", [randomUUID(), lead]);
      expect((await read(db, task.id))["done_at"]).toBeNull();
      const { rows: pages } = await db.run<{ call: string }>(
        `select private.queue_lead_json(lead) ->> 'next_task_call_id' as call from public.leads as lead where lead.id = $1`,
        [lead],
      );
      expect(pages).toEqual([{ call }]);
      await db.run("update public.bookings set starts_at = now() - interval '1 minute' where id = $1", [call]);
      expect(await runAs(db, sales(), finish, [task.id])).toMatchObject({ answer: { again: false } });
    }),
  );
});
