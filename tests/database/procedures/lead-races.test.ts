import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { become, becomeService, type Person } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { createWorld, type World } from "../../support/database-world.ts";
import { ALWAYS, ledgerWords, readClocks, setHours, startClock } from "../../support/lead-clocks.ts";
import { importLeads, runImport } from "../../support/lead-imports.ts";

const ROUNDS = 12;

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  let db: TestDatabase;
  let world: World;
  beforeAll(async () => {
    db = await open();
    world = await createWorld(db);
    await setHours(db, ALWAYS);
  });
  afterAll(() => db?.close());

  const newLead = async (owner: string | null = null) =>
    (
      await db.run<{ id: string }>("insert into public.leads (user_id, first_name) values ($1, 'Race') returning id", [
        owner,
      ])
    ).rows[0]?.id ?? "";

  /** Runs each work in its own transaction and connection. All transactions start before the first one works. */
  async function atOnce<Result>(work: ((session: Session) => Promise<Result>)[]): Promise<Result[]> {
    const sessions = await Promise.all(work.map(() => db.connect?.()));
    try {
      for (const session of sessions) await session?.run("begin");
      return await Promise.all(
        work.map(async (each, at) => {
          const session = sessions[at] as Session;
          const result = await each(session);
          await session.run("commit");
          return result;
        }),
      );
    } finally {
      for (const session of sessions) {
        await session?.run("rollback");
        session?.release();
      }
    }
  }

  const claim = (who: Person, lead: string) => async (session: Session) => {
    await become(session, who);
    const { rows } = await session.run<{ answer: { claimed: boolean; owner_id: string; owner_name: string } }>(
      "select public.claim_lead($1) as answer",
      [lead],
    );
    return rows[0]?.answer;
  };
  const log = (who: Person, lead: string, secondsAgo: number) => async (session: Session) => {
    await become(session, who);
    await session.run(
      `insert into public.lead_activities (lead_id, kind, actor_id, occurred_at)
       values ($1, 'call', $2, now() - make_interval(secs => $3::int))`,
      [lead, who.id, secondsAgo],
    );
  };
  const happen = (clock: string | null, event: string) => async (session: Session) => {
    await becomeService(session);
    const { rows } = await session.run<{ did: boolean }>("select public.run_clock_event($1, $2) as did", [
      clock,
      event,
    ]);
    return rows[0]?.did;
  };

  test("two people claim a lead: one gets it, the other learns who", async () => {
    const { "active sales": sales, "other active sales": other } = world.people;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lead = await newLead();
      const answers = await atOnce([claim(sales, lead), claim(other, lead)]);
      expect(answers.filter((answer) => answer?.claimed)).toHaveLength(1);
      const { rows } = await db.run<{ user_id: string }>("select user_id from public.leads where id = $1", [lead]);
      const winner = rows[0]?.user_id;
      for (const answer of answers) expect(answer?.owner_id).toBe(winner);
      const { count } = await db.run("select from public.lead_activities where lead_id = $1 and kind = 'assignment'", [
        lead,
      ]);
      expect(count).toBe(1);
    }
  });

  test("two people log a response: the earlier response counts, in any order of logging", async () => {
    const { "active sales": sales, admin } = world.people;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lead = await newLead(sales.id);
      await startClock(db, lead, 200);
      await atOnce([log(sales, lead, 100), log(admin, lead, 120)]);
      const [clock] = await readClocks(db, lead);
      expect(clock).toMatchObject({ state: "answered", answered_by: admin.id });
      expect(clock?.response_seconds).toBeGreaterThanOrEqual(79);
      expect(clock?.response_seconds).toBeLessThanOrEqual(90);
      expect((await ledgerWords(db, lead)).filter((word) => word === "answered")).toHaveLength(1);
    }
  });

  test("a response and an escalation: either comes first, and the state is consistent", async () => {
    const { "active sales": sales } = world.people;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lead = await newLead(sales.id);
      const clock = await startClock(db, lead, 700);
      // A rep whose lead was just reassigned may no longer write to it. The lead then still waits.
      await atOnce<unknown>([log(sales, lead, 0), happen(clock, "escalated")]).catch((error) =>
        expect(error).toMatchObject({ code: "42501" }),
      );
      const words = await ledgerWords(db, lead);
      const [row] = await readClocks(db, lead);
      if (words.includes("answered")) expect(row?.state).toBe("answered");
      else expect(row).toMatchObject({ state: "escalated" });
      if (words.includes("escalated")) expect(row?.escalated_to).not.toBeNull();
    }
  });

  test("a job that is delivered several times runs once", async () => {
    const { "active sales": sales } = world.people;
    const lead = await newLead(sales.id);
    const clock = await startClock(db, lead, 700);
    const did = await atOnce(Array.from({ length: 5 }, () => happen(clock, "breached")));
    expect(did.filter(Boolean)).toHaveLength(1);
    const { count } = await db.run(
      "select from private.outbox where payload ->> 'template' = 'lead-clock-breached' and dedupe_key like $1",
      [`%${clock}%`],
    );
    expect(count).toBe(1);
  });

  test("several escalations go to different people", async () => {
    const leads = [await newLead(), await newLead()];
    await db.run("update public.lead_clocks set state = 'dropped' where state not in ('answered', 'dropped')");
    const clocks = [await startClock(db, leads[0] ?? "", 700), await startClock(db, leads[1] ?? "", 700)];
    await atOnce(clocks.map((clock) => happen(clock, "escalated")));
    const asked = new Set<unknown>();
    for (const lead of leads) asked.add((await readClocks(db, lead))[0]?.escalated_to);
    expect(asked.size).toBe(2);
  });

  test("responses, archiving and new hours do not deadlock", async () => {
    const { "active sales": sales, admin } = world.people;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lead = await newLead(sales.id);
      await startClock(db, lead, 60);
      await atOnce([
        log(sales, lead, 10),
        log(admin, lead, 20),
        async (session) => {
          await become(session, admin);
          await session.run(`select public.change_leads($1, array[$2::uuid], '{"archived": true}')`, [
            randomUUID(),
            lead,
          ]);
        },
        async (session) => {
          await session.run("update public.agency_settings set holidays = array[date '2030-01-01' + $1::int]", [round]);
        },
      ]);
      expect(["answered", "dropped"]).toContain((await readClocks(db, lead))[0]?.state);
    }
  });

  /** The first work keeps its locks until the second one waits for it. */
  async function overlapping<Result>(
    first: (session: Session) => Promise<unknown>,
    second: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const sessions = await Promise.all([db.connect?.(), db.connect?.()]);
    const [one, other] = sessions as [Session, Session];
    try {
      await one.run("begin");
      await other.run("begin");
      const { rows } = await other.run<{ pid: number }>("select pg_backend_pid() as pid");
      await first(one);
      const waiting = second(other);
      waiting.catch(() => undefined);
      const asked = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
      await expect.poll(async () => (await db.run(asked, [rows[0]?.pid])).count).toBe(1);
      await one.run("commit");
      const result = await waiting;
      await other.run("commit");
      return result;
    } finally {
      for (const session of sessions) {
        await session?.run("rollback");
        session?.release();
      }
    }
  }
  const leadWith = async (email: string, owner: string | null = null) => {
    const lead = await newLead(owner);
    await db.run("update public.leads set email = $2 where id = $1", [lead, email]);
    return lead;
  };
  const write = (email: string) => async (session: Session) => {
    const { rows } = await session.run<{ id: string }>(
      `select private.upsert_lead(private.agency_account(), jsonb_build_object('email', $1::text), '{}', null, false, '{"form": "contact"}') as id`,
      [email],
    );
    return rows[0]?.id;
  };

  test("a reassigned lead stays if its new owner logs a call at the moment of the undo", async () => {
    const { "active sales": sales, "other active sales": other } = world.people;
    const lead = await newLead(sales.id);
    const batch = randomUUID();
    await db.run("begin");
    await become(db, sales);
    await db.run("select public.change_leads($1, array[$2::uuid], jsonb_build_object('user_id', $3::uuid))", [
      batch,
      lead,
      other.id,
    ]);
    await db.run("commit");
    const undo = async (session: Session) => {
      await become(session, sales);
      const { rows } = await session.run("select public.undo_lead_batch($1) as answer", [batch]);
      return rows[0];
    };
    expect(await overlapping(log(other, lead, 0), undo)).toEqual({ answer: { restored: 0, kept: 1 } });
  });

  test("a form that arrives while its lead is merged reaches the kept lead", async () => {
    const keep = await leadWith("keep@race.example");
    const other = await leadWith("merged@race.example");
    const merge = async (session: Session) => {
      await become(session, world.people.admin);
      await session.run("select public.merge_leads($1, $2, $3)", [randomUUID(), keep, other]);
    };
    expect(await overlapping(merge, write("merged@race.example"))).toBe(keep);
    expect((await readClocks(db, keep))[0]).toMatchObject({ state: "running" });
  });

  test("a form that arrives while an import is undone is stored, whichever comes first", async () => {
    const { "active sales": sales } = world.people;
    const undo = (id: string) => async (session: Session) => {
      await becomeService(session);
      await session.run("select public.run_lead_import($1, 10)", [id]);
    };
    for (const [email, formFirst] of [
      ["first@race.example", true],
      ["second@race.example", false],
    ] as const) {
      await db.run("begin");
      const { id } = await importLeads(db, sales, [{ email }]);
      await become(db, sales);
      await db.run("select public.undo_lead_import($1)", [id]);
      await db.run("commit");
      if (formFirst) await overlapping(write(email), undo(id));
      else expect(await overlapping(undo(id), write(email))).toEqual(expect.any(String));
      await db.run("begin");
      expect(await runImport(db, id)).toMatchObject({ removed: formFirst ? 0 : 1, kept: formFirst ? 1 : 0 });
      await db.run("commit");
      const { rows } = await db.run<{ id: string }>("select id from public.leads where email = $1", [email]);
      expect(rows).toHaveLength(1);
      expect((await readClocks(db, rows[0]?.id ?? ""))[0]).toMatchObject({ state: "running" });
    }
  });

  test("a win that is sent twice sets up the client once, and the second call learns that", async () => {
    const { "active sales": sales, admin, "new client": client } = world.people;
    const win = (who: Person, batch: string, lead: string, account: object) => async (session: Session) => {
      await become(session, who);
      const retainer = { name: "Ads", monthly_amount: 90_000, currency: "usd", start_date: "2026-12-01" };
      const { rows } = await session.run<{ answer: { outcome: string } }>(
        "select public.win_lead($1, $2, null, $3, null, $4) as answer",
        [batch, lead, JSON.stringify(account), JSON.stringify(retainer)],
      );
      return rows[0]?.answer.outcome;
    };
    for (const [who, account] of [
      [sales, {}],
      [admin, { email: client.email }],
    ] as const) {
      const lead = await newLead(sales.id);
      const batch = randomUUID();
      const again = win(who, batch, lead, account);
      expect(await overlapping(again, again)).toBe("known");
    }
    expect((await db.run("select from public.change_requests where message like 'Won: Race%'")).count).toBe(1);
    expect((await db.run("select from public.retainers where client_id = $1", [client.id])).count).toBe(1);
  });
});
