import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import {
  ALWAYS,
  ledgerWords,
  logActivity,
  readClocks,
  readLedger,
  runClockEvent,
  setHours,
  startClock,
} from "../../support/lead-clocks.ts";
import { addLeadRow, changeLeads, mergeLeads, undoBatch } from "../../support/lead-rows.ts";

/** Lets time pass for the leads, their clocks and what people logged, inside one transaction. */
async function pass(db: TestDatabase, seconds = 60) {
  await db.run("set local session_replication_role = replica");
  const back = (column: string) => `${column} = ${column} - make_interval(secs => $1::int)`;
  const shift = (table: string, columns: string[]) =>
    db.run(`update public.${table} set ${columns.map(back).join(", ")}`, [seconds]);
  await shift("lead_clocks", [
    "arrived_at",
    "started_at",
    "warn_at",
    "due_at",
    "escalate_at",
    "created_at",
    "closed_at",
  ]);
  await shift("lead_clock_events", ["happened_at"]);
  await shift("lead_activities", ["occurred_at"]);
  await shift("leads", ["stage_entered_at", "clock_due_at"]);
  await db.run("set local session_replication_role = origin");
}

const lostReason = async (db: TestDatabase) =>
  (
    await db.run<{ id: string }>(
      "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1",
    )
  ).rows[0]?.id;

onEveryDatabase("The clock of a lead that is won or lost", (given) => {
  const always = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      await work(db);
    });
  };
  const sales = () => given().world.people["active sales"];
  const waitingLead = async (db: TestDatabase, secondsAgo = 400) => {
    const lead = await addLeadRow(db, sales());
    await startClock(db, lead, secondsAgo);
    await db.run("update public.leads set stage_entered_at = now() - interval '1 hour' where id = $1", [lead]);
    return lead;
  };
  const today = async (db: TestDatabase) => {
    const row = await runAs<{ unanswered: string[]; count: number; response: { decided: number } }>(
      db,
      sales(),
      `select public.crm_today() -> 'response' as response, (public.crm_pulse() ->> 'unanswered')::int as count,
         array(select jsonb_array_elements(public.crm_today() -> 'unanswered' -> 'rows') ->> 'id') as unanswered`,
    );
    return row;
  };
  const answered = (lead: string, db: TestDatabase) =>
    db.run("select response_seconds, clock_due_at is not null as waits from public.leads where id = $1", [lead]);

  test.each(["won", "lost"])(
    "ends without counting as answered when the lead is %s, however that happens",
    async (stage) =>
      always(async (db) => {
        const reason = stage === "lost" ? { lost_reason_id: await lostReason(db) } : {};
        const closings: ((lead: string) => Promise<unknown>)[] = [
          (lead) => changeLeads(db, sales(), [lead], { stage, ...reason }),
          (lead) =>
            db.run("update public.leads set stage = $2, lost_reason_id = $3 where id = $1", [
              lead,
              stage,
              reason.lost_reason_id ?? null,
            ]),
        ];
        if (stage === "won")
          closings.push((lead) =>
            runAs(db, given().world.people.admin, "select public.win_lead($1, $2, 100000, null, null, null)", [
              randomUUID(),
              lead,
            ]),
          );
        const before = await today(db);
        const leads: string[] = [];
        for (const close of closings) {
          const lead = await waitingLead(db);
          leads.push(lead);
          expect(await today(db)).toMatchObject({ count: before.count + 1 });
          await close(lead);
          const [clock] = await readClocks(db, lead);
          expect(clock).toMatchObject({ state: "dropped", response_seconds: null });
          expect(
            (await db.run("select closed_at from public.lead_clocks where lead_id = $1", [lead])).rows,
          ).not.toEqual([{ closed_at: null }]);
          expect((await readLedger(db, lead)).at(-1)).toEqual({ event: "dropped", payload: { closed: true } });
          expect((await answered(lead, db)).rows).toEqual([{ response_seconds: null, waits: false }]);
          for (const event of ["warned", "breached", "escalated"])
            expect(await runClockEvent(db, clock?.id ?? "", event)).toBe(false);
        }
        const bulk = [await waitingLead(db), await waitingLead(db)];
        await changeLeads(db, sales(), bulk, { stage, ...reason });
        expect(await today(db)).toEqual(before);
        const news = await runAs<{ news: { lead_id: string; is_read: boolean }[] }>(
          db,
          sales(),
          "select public.crm_notifications() as news",
        );
        const unread = news.news.filter(({ is_read }) => !is_read).map(({ lead_id }) => lead_id);
        expect(unread.filter((id) => [...leads, ...bulk].includes(id))).toEqual([]);
      })(),
  );

  test(
    "continues as it stood when the change is undone or the lead is moved back, not after a day",
    always(async (db) => {
      const lead = await waitingLead(db, 400);
      const [{ id = "" } = {}] = await readClocks(db, lead);
      await runClockEvent(db, id, "warned");
      const { batch_id } = await changeLeads(db, sales(), [lead], { stage: "won" });
      expect(await undoBatch(db, sales(), batch_id)).toEqual({ restored: 1, kept: 0 });
      expect((await readClocks(db, lead)).map(({ state }) => state).sort()).toEqual(["dropped", "warned"]);
      await pass(db);
      await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db);
      await changeLeads(db, sales(), [lead], { stage: "attempting" });
      expect((await readClocks(db, lead)).filter(({ state }) => state !== "dropped")).toMatchObject([
        { state: "warned", due: 300 },
      ]);
      await pass(db);
      await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db, 2 * 86_400);
      await changeLeads(db, sales(), [lead], { stage: "attempting" });
      expect((await readClocks(db, lead)).filter(({ state }) => state !== "dropped")).toEqual([]);
    }),
  );

  test(
    "is one notification, whether the change is undone or the reply is",
    always(async (db) => {
      const lead = await waitingLead(db, 200);
      const news = async () =>
        (
          await runAs<{ news: { lead_id: string; event: string; is_read: boolean }[] }>(
            db,
            sales(),
            "select public.crm_notifications() as news",
          )
        ).news.flatMap(({ lead_id, event, is_read }) =>
          lead_id === lead ? [`${event}${is_read ? ", read" : ""}`] : [],
        );
      expect(await news()).toEqual(["started"]);
      const { batch_id } = await changeLeads(db, sales(), [lead], { stage: "won" });
      expect(await news()).toEqual(["started, read"]);
      await undoBatch(db, sales(), batch_id);
      expect(await news()).toEqual(["started"]);
      await pass(db);
      const id = randomUUID();
      await runAs(db, sales(), "select public.log_activity($1, $2, 'call', null, 'connected')", [id, lead]);
      expect(await news()).toEqual(["started, read"]);
      await runAs(db, sales(), "select public.undo_log_activity($1)", [id]);
      expect(await news()).toEqual(["started"]);
    }),
  );

  test(
    "starts when a closed lead writes again, and ends with the next decision",
    always(async (db) => {
      const lead = await addLeadRow(db, sales());
      await changeLeads(db, sales(), [lead], { stage: "lost", lost_reason_id: await lostReason(db) });
      await pass(db);
      await startClock(db, lead);
      expect((await answered(lead, db)).rows).toEqual([{ response_seconds: null, waits: true }]);
      await pass(db);
      await changeLeads(db, given().world.people.admin, [lead], {
        user_id: given().world.people["other active sales"].id,
      });
      expect(await readClocks(db, lead)).toMatchObject([{ state: "running" }]);
      await changeLeads(db, given().world.people.admin, [lead], { stage: "won" });
      expect(await readClocks(db, lead)).toMatchObject([{ state: "dropped" }]);
    }),
  );

  test(
    "counts a response from before the closing that is logged later, and none from after it",
    always(async (db) => {
      const lead = await waitingLead(db, 400);
      await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db, 100);
      await logActivity(db, sales(), lead, "call", 50);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "dropped" }]);
      await logActivity(db, sales(), lead, "call", 300);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "answered", response_seconds: 200 }]);
      expect((await answered(lead, db)).rows).toEqual([{ response_seconds: 200, waits: false }]);
      expect(await ledgerWords(db, lead)).toEqual(["started", "dropped", "answered"]);
    }),
  );

  test(
    "stays ended when the only response is undone, and waits again when the lead is reopened",
    always(async (db) => {
      const lead = await waitingLead(db, 400);
      await become(db, sales());
      const id = randomUUID();
      await db.run("select public.log_activity($1, $2, 'call', null, 'connected')", [id, lead]);
      await becomeOwner(db);
      await pass(db);
      await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db);
      await runAs(db, sales(), "select public.undo_log_activity($1)", [id]);
      expect((await answered(lead, db)).rows).toEqual([{ response_seconds: null, waits: false }]);
      expect((await readClocks(db, lead)).map(({ state }) => state)).toEqual(["dropped"]);
      await changeLeads(db, sales(), [lead], { stage: "attempting" });
      expect((await answered(lead, db)).rows).toEqual([{ response_seconds: null, waits: true }]);
    }),
  );

  test(
    "does not move to a closed lead in a merge, and continues when the merge is undone",
    always(async (db) => {
      const other = await waitingLead(db, 400);
      const kept = await addLeadRow(db, sales());
      await changeLeads(db, sales(), [kept], { stage: "won" });
      const batch = await mergeLeads(db, sales(), kept, other);
      expect((await answered(kept, db)).rows).toEqual([{ response_seconds: null, waits: false }]);
      await runAs(db, sales(), "select public.undo_lead_merge($1)", [batch]);
      expect((await answered(other, db)).rows).toEqual([{ response_seconds: null, waits: true }]);
      expect((await answered(kept, db)).rows).toEqual([{ response_seconds: null, waits: false }]);
    }),
  );

  /** What the rules say about one lead, step by step. */
  type Model = {
    archived: boolean;
    spam: boolean;
    closed: number | null;
    arrived: number;
    clock: "none" | "open" | "ended";
    responses: number[];
    answered: number;
  };
  const mayWait = (lead: Model) => !lead.archived && !lead.spam && (lead.closed === null || lead.closed < lead.arrived);
  const steps = ["write", "respond", "archive", "restore", "spam", "not spam", "win", "lose", "reopen"] as const;
  type Step = (typeof steps)[number];

  function expected(lead: Model, step: Step, at: number): void {
    if (step === "write") {
      if (lead.archived || lead.spam || lead.clock === "open") return;
      lead.clock = "open";
      lead.arrived = at;
      return;
    }
    if (step === "respond") {
      lead.responses.push(at);
    } else {
      const before = mayWait(lead);
      if (step === "archive" || step === "restore") lead.archived = step === "archive";
      else if (step === "spam" || step === "not spam") lead.spam = step === "spam";
      else lead.closed = step === "reopen" ? null : at;
      if (lead.clock === "open" && !mayWait(lead)) lead.clock = "ended";
      else if (lead.clock === "ended" && !before && mayWait(lead)) lead.clock = "open";
    }
    if (lead.clock === "open" && lead.responses.some((one) => one >= lead.arrived)) {
      lead.clock = "none";
      lead.answered += 1;
    }
  }

  async function perform(db: TestDatabase, lead: string, step: Step, reason: string | undefined): Promise<void> {
    const changes: Partial<Record<Step, string>> = {
      archive: "archived_at = now()",
      restore: "archived_at = null",
      spam: "is_spam = true",
      "not spam": "is_spam = false",
      win: "stage = 'won'",
      lose: "stage = 'lost', lost_reason_id = $2",
      reopen: "stage = 'attempting'",
    };
    if (step === "write") await startClock(db, lead);
    else if (step === "respond") await logActivity(db, sales(), lead, "call");
    else
      await db.run(`update public.leads set ${changes[step]} where id = $1`, step === "lose" ? [lead, reason] : [lead]);
  }

  test("follows the rules in every order of events", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      const reason = await lostReason(db);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 9 }), async (order) => {
          await db.run("savepoint one_order");
          const lead = await addLeadRow(db, sales());
          const model: Model = {
            ...{ archived: false, spam: false, closed: null, arrived: 0, clock: "none", responses: [], answered: 0 },
          };
          for (const [number, step] of ["write" as const, ...order].entries()) {
            await pass(db);
            // A move to the stage where the lead is changes nothing.
            const stage = (await db.run<{ stage: string }>("select stage from public.leads where id = $1", [lead]))
              .rows[0]?.stage;
            if ({ win: "won", lose: "lost" }[step as string] !== stage) expected(model, step, number);
            await perform(db, lead, step, reason);
            const clocks = await readClocks(db, lead);
            const count = (states: string[]) => clocks.filter(({ state }) => states.includes(state)).length;
            expect({ open: count(["running"]), answered: count(["answered"]), seen: [number, ...order] }).toEqual({
              open: model.clock === "open" ? 1 : 0,
              answered: model.answered,
              seen: [number, ...order],
            });
            const { rows } = await answered(lead, db);
            expect(rows[0]).toMatchObject({ waits: model.clock === "open" });
          }
          await db.run("rollback to savepoint one_order");
        }),
        { numRuns: 25 },
      );
    });
  });
});
