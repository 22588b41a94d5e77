import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import {
  ALWAYS,
  ledgerWords,
  logActivity,
  readClocks,
  readLedger,
  readMails,
  runClockEvent,
  setHours,
} from "../../support/lead-clocks.ts";
import { addLeadRow, mergeLeads } from "../../support/lead-rows.ts";

const AGENCY = "00000000-0000-4000-8000-000000000001";
const NEVER = {};
const DAY_AND_NIGHT = Object.fromEntries(Object.entries(ALWAYS).map(([day, hours]) => [day, [hours]]));

type When = Record<string, string[] | number>;
type Rule = { when?: When; to: { pool?: string; person?: string } };

/** Files a lead as a form does, and returns its id. */
async function write(db: Session, sent: Record<string, unknown>, touch = {}, source = "website_form"): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `select private.upsert_lead($1, $2::text::jsonb, $3::text::jsonb, null, false, jsonb_build_object('form', 'contact', 'contact_id', gen_random_uuid()), $4::public.lead_source) as id`,
    [
      AGENCY,
      JSON.stringify({ email: `${randomUUID()}@example.com`, ...sent }),
      JSON.stringify({ form: "contact", ...touch }),
      source,
    ],
  );
  return rows[0]?.id ?? "";
}

const ownerOf = async (db: Session, lead: string) =>
  (await db.run<{ user_id: string | null }>("select user_id from public.leads where id = $1", [lead])).rows[0]?.user_id;

const setRota = (db: Session, person: Person, hours: object, more: { capacity?: number; weight?: number } = {}) =>
  db.run(
    `insert into public.rotas (account_id, user_id, time_zone, hours, capacity, weight) values ($1, $2, 'UTC', $3::text::jsonb, $4, $5)
     on conflict (account_id, user_id) do update set hours = excluded.hours, capacity = excluded.capacity, weight = excluded.weight`,
    [AGENCY, person.id, JSON.stringify(hours), more.capacity ?? null, more.weight ?? 1],
  );

const setAway = (db: Session, person: Person) =>
  db.run(
    "insert into public.absences (user_id, starts_at, ends_at) values ($1, now() - interval '1 hour', now() + interval '1 hour')",
    [person.id],
  );

/** A pool called Inbound with these people, and rules. */
async function setRules(db: Session, people: Person[], rules: Rule[], offer: number | null = null): Promise<string> {
  const pool = randomUUID();
  await db.run(
    `insert into public.lead_routing (account_id, pools, rules, offer_percent) values ($1, $2::text::jsonb, $3::text::jsonb, $4)
     on conflict (account_id) do update set pools = excluded.pools, rules = excluded.rules, offer_percent = excluded.offer_percent`,
    [
      AGENCY,
      JSON.stringify([{ id: pool, name: "Inbound", people: people.map(({ id }) => id) }]),
      JSON.stringify(
        rules.map(({ when = {}, to }) => ({ id: randomUUID(), when, to: to.person ? to : { pool: to.pool || pool } })),
      ),
      offer,
    ],
  );
  return pool;
}

const TO_POOL = { pool: "" };

onEveryDatabase("Routing", (given) => {
  /** The rest of the team is off, so that only the people of a test answer. */
  const withTeam = (count: number, work: (db: TestDatabase, team: Person[]) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      for (const name of ["active sales", "other active sales"] as const) await setRota(db, world.people[name], NEVER);
      const team: Person[] = [];
      while (team.length < count) team.push(await createPerson(db, "active sales"));
      await db.run("delete from private.outbox");
      await work(db, team);
    });
  };

  test(
    "leaves everything as it is without rules: a lead is nobody's, and everybody is told",
    withTeam(2, async (db, [first]) => {
      const lead = await write(db, {});
      expect(await ownerOf(db, lead)).toBeNull();
      expect(await ledgerWords(db, lead)).toEqual(["started"]);
      const told = (await readMails(db)).filter((line) => line.startsWith("lead-arrived"));
      expect(told.length).toBe(4);
      expect(told).toContain(`lead-arrived → ${first?.email}`);
    }),
  );

  test(
    "gives leads to the people of a pool by weight, tells only them, and says why",
    withTeam(3, async (db, team) => {
      const [heavy, light, outside] = team as [Person, Person, Person];
      await setRota(db, heavy, DAY_AND_NIGHT, { weight: 2 });
      await setRules(db, [heavy, light], [{ to: TO_POOL }]);
      const owners: unknown[] = [];
      for (let at = 0; at < 6; at += 1) {
        const lead = await write(db, {});
        owners.push(await ownerOf(db, lead));
        const routed = (await readLedger(db, lead)).find(({ event }) => event === "routed");
        expect(routed?.payload).toMatchObject({ why: "pool", pool: "Inbound", rule: 1, person: owners[at] });
        expect(routed?.payload.after ?? null).toBe(owners[at - 1] ?? null);
        expect(routed?.payload.weight).toBe(owners[at] === heavy.id ? 2 : 1);
      }
      expect(owners.filter((id) => id === heavy.id)).toHaveLength(4);
      expect(owners).not.toContain(outside.id);
      const told = (await readMails(db)).filter((line) => line.startsWith("lead-arrived"));
      expect(told).toHaveLength(6);
      expect(told).not.toContain(`lead-arrived → ${outside.email}`);
    }),
  );

  test(
    "shows the reason in the history, with names",
    withTeam(2, async (db, team) => {
      await setRules(db, team, [{ to: TO_POOL }]);
      await write(db, {});
      const lead = await write(db, {});
      const row = await runAs<{ answer: { rows: { payload: Record<string, unknown> }[] } }>(
        db,
        given().world.people.admin,
        "select public.lead_timeline($1) as answer",
        [lead],
      );
      const routed = row.answer.rows.find(({ payload }) => payload.event === "routed")?.payload;
      expect(routed).toMatchObject({
        pool: "Inbound",
        weight: 1,
        person_name: expect.any(String),
        after_name: expect.any(String),
      });
    }),
  );

  test(
    "asks nobody who is off, away, full or without a weight; with nobody left everybody is told as before",
    withTeam(4, async (db, team) => {
      const [off, away, full, none] = team as [Person, Person, Person, Person];
      await setRota(db, off, NEVER);
      await setAway(db, away);
      await setRota(db, full, DAY_AND_NIGHT, { capacity: 2 });
      await setRota(db, none, DAY_AND_NIGHT, { weight: 0 });
      await setRules(db, team, [{ to: TO_POOL }]);
      const owners = [];
      for (let at = 0; at < 4; at += 1) owners.push(await ownerOf(db, await write(db, {})));
      expect(owners).toEqual([full.id, full.id, null, null]);
      await db.run("delete from private.outbox");
      await write(db, {});
      expect((await readMails(db)).filter((line) => line.startsWith("lead-arrived"))).toHaveLength(6);
      const { rows } = await db.run<{ id: string }>("select id from public.leads where user_id = $1 limit 1", [
        full.id,
      ]);
      await logActivity(db, full, rows[0]?.id ?? "", "call");
      expect(await ownerOf(db, await write(db, {}))).toBe(full.id);
    }),
  );

  const CONDITIONS: [
    string,
    When,
    Parameters<typeof write> extends [unknown, ...infer Rest] ? Rest : never,
    boolean,
  ][] = [
    ["a source", { source: ["landing_page"] }, [{}, {}, "landing_page"], true],
    ["another source", { source: ["landing_page", "referral"] }, [{}], false],
    ["a tier in any case", { tier: ["pro funnel"] }, [{ tier_interest: ["Base Funnel", "Pro Funnel"] }], true],
    ["no tier", { tier: ["Pro Funnel"] }, [{}], false],
    ["a part of the page", { page: ["/landing/spring"] }, [{}, { page: "/landing/Spring-offer" }], true],
    ["the page's address", { page: ["pricing"] }, [{}, { address: "https://example.com/pricing?a=1" }], true],
    ["another page", { page: ["pricing"] }, [{}, { page: "/contact" }], false],
    ["a campaign", { campaign: ["spring"] }, [{}, { utm_campaign: "US-Spring-26" }], true],
    ["a language", { language: ["de"] }, [{}, { language: "de-AT" }], true],
    ["an unknown language", { language: ["de"] }, [{}], false],
    ["an area code", { area: ["212", "503"] }, [{ phone: "(503) 555-0148" }], true],
    ["an area code abroad", { area: ["+49 30"] }, [{ phone: "+49 30 1234567" }], true],
    ["another area", { area: ["212"] }, [{ phone: "(503) 555-0148" }], false],
    ["a value", { value_from: 300_000, value_to: 600_000 }, [{ deal_size: "$5k to 10k" }], true],
    ["a value that is too low", { value_from: 500_001 }, [{ deal_size: "5,000" }], false],
    ["an unknown value", { value_from: 0 }, [{}], false],
    ["all conditions", { source: ["website_form"], tier: ["Pro"] }, [{ tier_interest: ["Pro"] }], true],
    ["one of two conditions", { source: ["referral"], tier: ["Pro"] }, [{ tier_interest: ["Pro"] }], false],
    ["a condition without words", { source: [], tier: [] }, [{}], true],
  ];
  for (const [name, when, sent, fits] of CONDITIONS)
    test(
      `a rule ${fits ? "fits" : "doesn't fit"} ${name}`,
      withTeam(2, async (db, team) => {
        const [ruled, rest] = team as [Person, Person];
        await setRules(db, [], [{ when, to: { person: ruled.id ?? "" } }, { to: { person: rest.id ?? "" } }]);
        expect(await ownerOf(db, await write(db, ...sent))).toBe((fits ? ruled : rest).id);
      }),
    );

  test(
    "a person who writes again stays with their owner while the owner is on shift",
    withTeam(2, async (db, team) => {
      const [owner, other] = team as [Person, Person];
      await setRules(db, [other], [{ to: TO_POOL }]);
      // A transaction has one time, so an answer that is logged now would also answer the next message.
      const answer = (id: string) =>
        db.run(
          "update public.lead_clocks set state = 'answered', answered_at = now() - interval '1 second', response_seconds = 1 where lead_id = $1",
          [id],
        );
      const email = `${randomUUID()}@example.com`;
      const lead = await write(db, { email });
      expect(await ownerOf(db, lead)).toBe(other.id);
      await answer(lead);
      await db.run("update public.leads set user_id = $1 where id = $2", [owner.id, lead]);
      expect(await write(db, { email })).toBe(lead);
      expect(await ownerOf(db, lead)).toBe(owner.id);
      const why = (await readLedger(db, lead))
        .filter(({ event }) => event === "routed")
        .map(({ payload }) => payload.why);
      expect(why).toEqual(["pool", "owner"]);
      // While the clock runs, another message changes nothing.
      await setAway(db, owner);
      await write(db, { email });
      expect(await ownerOf(db, lead)).toBe(owner.id);
      await db.run("delete from public.absences where user_id = $1", [owner.id]);
      await answer(lead);
      await setAway(db, owner);
      await write(db, { email });
      expect(await ownerOf(db, lead)).toBe(other.id);
      // No one is free: the owner keeps it.
      await answer(lead);
      await setAway(db, other);
      await write(db, { email });
      expect(await ownerOf(db, lead)).toBe(other.id);
    }),
  );

  test(
    "spam, and a lead that a booking files, take no turn",
    withTeam(1, async (db, team) => {
      await setRules(db, team, [{ to: TO_POOL }]);
      const { rows } = await db.run<{ spam: string; booked: string }>(
        `select private.upsert_lead($1, '{"email": "spam@example.com"}', '{}', null, true, '{}') as spam,
           private.upsert_lead($1, '{"email": "booked@example.com"}', '{}', null, false, '{"contact_id": "x"}', 'website_form', false) as booked`,
        [AGENCY],
      );
      expect(await ownerOf(db, rows[0]?.spam ?? "")).toBeNull();
      expect(await ownerOf(db, rows[0]?.booked ?? "")).toBeNull();
      expect((await db.run("select from private.pool_turns")).count).toBe(0);
    }),
  );

  test(
    "knows the language of the site's own forms",
    withTeam(2, async (db, team) => {
      const [german, other] = team as [Person, Person];
      await setRules(db, team, [
        { when: { language: ["de"] }, to: { person: german.id ?? "" } },
        { to: { person: other.id ?? "" } },
      ]);
      const sent = (form: string, language: string | null) => {
        const email = `${randomUUID()}@example.com`;
        const names = {
          submission_id: randomUUID(),
          email,
          first_name: "Ann",
          last_name: "Lee",
          goals: "More",
          full_name: "Ann Lee",
          company: "Lee",
          target_new_clients_per_month: "9",
          language,
        };
        return {
          email,
          call:
            form === "contact"
              ? db.run("select public.submit_contact($1::text::jsonb)", [JSON.stringify(names)])
              : db.run("select public.submit_application($1::text::jsonb, $2::text::jsonb)", [
                  JSON.stringify(names),
                  JSON.stringify({ language }),
                ]),
        };
      };
      for (const form of ["contact", "application"])
        for (const [language, owner] of [
          ["de-AT", german],
          ["fr", other],
          [null, other],
        ] as const) {
          const { email, call } = sent(form, language);
          await call;
          const { rows } = await db.run(
            "select user_id, last_touch ->> 'language' as language from public.leads where email = $1",
            [email],
          );
          expect(rows).toEqual([{ user_id: owner.id, language }]);
        }
    }),
  );

  test(
    "offers a lead that waits to the next of the pool, once, and tells both",
    withTeam(2, async (db, team) => {
      await setRules(db, team, [{ to: TO_POOL }], 60);
      const lead = await write(db, {});
      const before = await ownerOf(db, lead);
      const [clock] = await readClocks(db, lead);
      expect(await runClockEvent(db, clock?.id ?? "", "offered")).toBe(false);
      await db.run("update public.lead_clocks set offer_at = now() - interval '1 second' where lead_id = $1", [lead]);
      await db.run("delete from private.outbox");
      expect(await runClockEvent(db, clock?.id ?? "", "offered")).toBe(true);
      const after = await ownerOf(db, lead);
      expect(after).not.toBe(before);
      expect(await runClockEvent(db, clock?.id ?? "", "offered")).toBe(false);
      expect((await readLedger(db, lead)).at(-1)).toMatchObject({
        event: "offered",
        payload: { owner: before, person: after, pool: "Inbound" },
      });
      expect(await readMails(db)).toHaveLength(2);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "running", owner_id: after }]);
    }),
  );

  test.each([
    ["an archive that is undone", { archived_at: "now()" }, { archived_at: "null" }],
    ["a spam mark that is undone", { is_spam: "true" }, { is_spam: "false" }],
  ])("offers a lead after %s, when it is due and only once", (_, away, back) =>
    withTeam(2, async (db, team) => {
      await setRules(db, team, [{ to: TO_POOL }], 60);
      const lead = await write(db, {});
      const before = await ownerOf(db, lead);
      const set = async (fields: object) => {
        // All of this happens at one moment, but clocks follow each other.
        await db.run("update public.lead_clocks set created_at = created_at - interval '1 second' where lead_id = $1", [
          lead,
        ]);
        for (const [field, value] of Object.entries(fields))
          await db.run(`update public.leads set ${field} = ${value} where id = $1`, [lead]);
      };
      const open = async () => (await readClocks(db, lead)).find(({ state }) => state !== "dropped")?.id ?? "";
      const planned = async () =>
        (
          await db.run<{ at: string | null }>("select offer_at::text as at from public.lead_clocks where id = $1", [
            await open(),
          ])
        ).rows[0]?.at;
      const due = await planned();
      await set(away);
      await set(back);
      expect(await planned()).toBe(due);
      const { rows: jobs } = await db.run(
        "select from private.outbox where kind = 'lead_clock' and payload ->> 'event' = 'offered' and payload ->> 'clockId' = $1",
        [await open()],
      );
      expect(jobs).toHaveLength(1);
      await db.run("update public.lead_clocks set offer_at = now() - interval '1 second' where id = $1", [
        await open(),
      ]);
      // A clock may resume several times.
      await set(away);
      await set(back);
      expect(await runClockEvent(db, await open(), "offered")).toBe(true);
      expect(await ownerOf(db, lead)).not.toBe(before);
      await set(away);
      await set(back);
      expect(await planned()).toBeNull();
      expect(await runClockEvent(db, await open(), "offered")).toBe(false);
    })(),
  );

  test(
    "offers a lead again after the answer that stopped its clock is taken back, and the kept lead of a merge only if its owner came along",
    withTeam(2, async (db, team) => {
      const [first, second] = team as [Person, Person];
      await setRules(db, [first, second], [{ to: TO_POOL }], 60);
      const offer = async (lead: string) => {
        const clock = (await readClocks(db, lead)).find(({ state }) => !["dropped", "answered"].includes(state));
        await db.run("update public.lead_clocks set offer_at = offer_at - interval '1 day' where id = $1", [clock?.id]);
        return runClockEvent(db, clock?.id ?? "", "offered");
      };
      const lead = await write(db, {});
      const whose = (await ownerOf(db, lead)) === first.id ? first : second;
      const logged = randomUUID();
      await runAs(db, whose, "select public.log_activity($1, $2, 'call')", [logged, lead]);
      await runAs(db, whose, "select public.undo_log_activity($1)", [logged]);
      expect(await offer(lead)).toBe(true);

      const { admin } = given().world.people;
      const away = await write(db, {});
      const keep = await addLeadRow(db, admin);
      await mergeLeads(db, admin, keep, away, { user_id: "other" });
      expect(await ownerOf(db, keep)).toBe((await readClocks(db, keep))[0]?.owner_id);
      expect(await offer(keep)).toBe(true);
      const gone = await write(db, {});
      const kept = await addLeadRow(db, admin);
      await mergeLeads(db, admin, kept, gone);
      expect(await offer(kept)).toBe(false);
      expect(await ownerOf(db, kept)).toBe(admin.id);
    }),
  );

  test(
    "offers nothing that was answered, taken, or has nobody to go to",
    withTeam(2, async (db, team) => {
      const [first, second] = team as [Person, Person];
      await setRules(db, [first, second], [{ to: TO_POOL }], 60);
      const offer = async (lead: string) => {
        await db.run("update public.lead_clocks set offer_at = now() - interval '1 second' where lead_id = $1", [lead]);
        return runClockEvent(db, (await readClocks(db, lead))[0]?.id ?? "", "offered");
      };
      const answered = await write(db, {});
      const owner = team.find(({ id }) => id === first.id) as Person;
      await db.run("update public.leads set user_id = $2 where id = $1", [answered, owner.id]);
      await logActivity(db, owner, answered, "call");
      expect(await offer(answered)).toBe(false);
      const taken = await write(db, {});
      await db.run("update public.leads set user_id = $2 where id = $1", [taken, given().world.people.admin.id]);
      expect(await offer(taken)).toBe(false);
      const alone = await write(db, {});
      for (const person of team) if (person.id !== (await ownerOf(db, alone))) await setAway(db, person);
      expect(await offer(alone)).toBe(false);
      // Without the share nothing is planned.
      await db.run("update public.lead_routing set offer_percent = null");
      await db.run("delete from public.absences");
      const { rows } = await db.run("select from public.lead_clocks where lead_id = $1 and offer_at is not null", [
        await write(db, {}),
      ]);
      expect(rows).toHaveLength(0);
    }),
  );

  test(
    "an escalation asks only people on shift, and nobody when all are off",
    withTeam(2, async (db, team) => {
      const [off, on] = team as [Person, Person];
      await setRota(db, off, NEVER);
      const escalate = async () => {
        const lead = await write(db, {});
        await db.run("update public.lead_clocks set escalate_at = now() - interval '1 second' where lead_id = $1", [
          lead,
        ]);
        const [clock] = await readClocks(db, lead);
        expect(await runClockEvent(db, clock?.id ?? "", "escalated")).toBe(true);
        return (await readClocks(db, lead))[0]?.escalated_to ?? null;
      };
      expect(await escalate()).toBe(on.id);
      await setAway(db, on);
      expect(await escalate()).toBeNull();
    }),
  );

  test(
    "a simulation says where the last leads would have gone, and changes nothing",
    withTeam(2, async (db, team) => {
      const { world } = given();
      const pool = randomUUID();
      const routing = {
        pools: [{ id: pool, name: "Two", people: team.map(({ id }) => id) }],
        rules: [{ id: randomUUID(), when: { campaign: ["spring"] }, to: { pool } }],
      };
      for (let at = 0; at < 5; at += 1) await write(db, {}, { utm_campaign: at < 4 ? "Spring" : "Fall" });
      const row = await runAs<{
        answer: { rows: Record<string, unknown>[]; totals: { person: string; leads: number }[] };
      }>(db, world.people.admin, "select public.simulate_routing($1::text::jsonb) as answer", [
        JSON.stringify(routing),
      ]);
      const totals = Object.fromEntries(row.answer.totals.map(({ person, leads }) => [person, leads]));
      for (const { id } of team) expect(totals[id ?? ""]).toBe(2);
      expect(row.answer.rows.filter(({ rule }) => rule === 1)).toHaveLength(4);
      expect((await db.run("select from private.pool_turns")).count).toBe(0);
      for (const person of [team[0], world.people.owner])
        expect(await refusalCode(db, person as Person, "select public.simulate_routing('{}')")).toBe("42501");
    }),
  );

  test(
    "people store their own hours; weights, colleagues' hours and rules are for admins",
    withTeam(2, async (db, team) => {
      const { world } = given();
      const [own, other] = team as [Person, Person];
      const save = "select public.save_rota($1, $2::text::jsonb, $3) as at";
      const rota = (more = {}) =>
        JSON.stringify({
          time_zone: "Europe/Berlin",
          hours: { mon: [["09:00", "12:00"]] },
          capacity: 3,
          weight: 7,
          ...more,
        });
      const { at } = await runAs<{ at: string }>(db, own, save, [own.id, rota(), null]);
      const stored = async (person: Person) =>
        (await db.run("select capacity, weight, time_zone from public.rotas where user_id = $1", [person.id])).rows[0];
      expect(await stored(own)).toEqual({ capacity: null, weight: 1, time_zone: "Europe/Berlin" });
      await runAs(db, world.people.admin, save, [own.id, rota(), at]);
      expect(await stored(own)).toMatchObject({ capacity: 3, weight: 7 });
      await runAs(db, own, save, [own.id, rota({ capacity: 9, weight: 9 }), at]);
      expect(await stored(own)).toMatchObject({ capacity: 3, weight: 7 });
      expect(await refusalCode(db, own, save, [other.id, rota(), null])).toBe("42501");
      expect(await refusalCode(db, own, save, [own.id, rota(), null])).toBe("PT409");
      expect(await refusalCode(db, world.people.admin, save, [world.people.owner.id, rota(), null])).toBe("PT404");
      for (const wrong of [
        {
          hours: {
            mon: [
              ["09:00", "12:00"],
              ["11:59", "13:00"],
            ],
          },
        },
        { hours: { mon: [["12:00", "09:00"]] } },
        { hours: { mon: ["09:00", "12:00"] } },
        { hours: { someday: [] } },
        { hours: null },
        { time_zone: "Nowhere/City" },
        { weight: 101 },
        { capacity: 0 },
      ])
        expect(await refusalCode(db, world.people.admin, save, [own.id, rota(wrong), at])).toBe("22023");
      await runAs(db, world.people.admin, save, [own.id, null, at]);
      expect(await stored(own)).toBeUndefined();
      expect(await refusalCode(db, own, "select public.save_routing('{}')")).toBe("42501");
    }),
  );

  test(
    "rules are stored whole, only over the version that was seen, and only with people of the team",
    withTeam(1, async (db, [person]) => {
      const { admin, owner } = given().world.people;
      const save = "select public.save_routing($1::text::jsonb, $2) as at";
      const pool = { id: randomUUID(), name: "Inbound", people: [person?.id, owner.id] };
      const routing = (more = {}) => JSON.stringify({ pools: [pool], rules: [], offer_percent: 60, ...more });
      const rule = (more = {}) => ({ rules: [{ id: randomUUID(), when: {}, to: { pool: pool.id }, ...more }] });
      await runAs(db, admin, save, [routing(rule()), null]);
      const { rows } = await db.run<{ people: string[] }>(
        "select pools -> 0 -> 'people' as people from public.lead_routing",
      );
      expect(rows[0]?.people).toEqual([person?.id]);
      expect(await refusalCode(db, admin, save, [routing(), null])).toBe("PT409");
      await db.run("delete from public.lead_routing");
      for (const wrong of [
        rule({ to: { pool: randomUUID() } }),
        rule({ to: { person: owner.id } }),
        rule({ when: { color: ["red"] } }),
        rule({ when: { area: ["abc"] } }),
        rule({ when: { value_from: 2, value_to: 1 } }),
        rule({ when: { page: [""] } }),
        { pools: [pool, { ...pool, id: randomUUID() }] },
        { pools: [{ ...pool, name: " " }] },
        { pools: [{ ...pool, people: [] }] },
        // The only person isn't on the team.
        { pools: [{ ...pool, people: [owner.id] }] },
        { offer_percent: 5 },
      ])
        expect(await refusalCode(db, admin, save, [routing(wrong), null])).toBe("22023");
    }),
  );

  test(
    "people enter their own absences; admins those of the team; the days are of the person's zone",
    withTeam(2, async (db, team) => {
      const { admin } = given().world.people;
      const [own, other] = team as [Person, Person];
      await db.run("update public.rotas set time_zone = 'Pacific/Auckland'");
      const add = "select public.add_absence($1, $2, $3) as away";
      const id = randomUUID();
      await runAs(db, own, add, [id, own.id, null]);
      await runAs(db, own, add, [id, own.id, null]);
      await runAs(db, admin, add, [randomUUID(), other.id, null]);
      // Entered again by the admin. Longer is no repetition.
      expect(await refusalCode(db, admin, add, [randomUUID(), own.id, null])).toBe("PT409");
      const longer = randomUUID();
      await runAs(db, admin, add, [longer, own.id, "2098-12-20"]);
      expect(await refusalCode(db, own, add, [randomUUID(), own.id, "2098-12-20"])).toBe("PT409");
      expect(await refusalCode(db, own, add, [randomUUID(), own.id, "2050-01-01"])).toBe("PT409");
      await runAs(db, admin, "select public.remove_absence($1)", [longer]);
      expect(await refusalCode(db, own, add, [randomUUID(), other.id, null])).toBe("PT404");
      expect(await refusalCode(db, own, add, [randomUUID(), own.id, "2020-01-01"])).toBe("22023");
      const away = async () =>
        (
          await db.run<{ ends: string }>(
            "select to_char(ends_at at time zone 'UTC', 'HH24:MI') as ends from public.absences where user_id = $1",
            [own.id],
          )
        ).rows;
      expect(await away()).toEqual([{ ends: "00:00" }]);
      await runAs(db, other, "select public.remove_absence($1)", [id]);
      expect(await away()).toHaveLength(1);
      await runAs(db, own, "select public.remove_absence($1)", [id]);
      expect(await away()).toHaveLength(0);
    }),
  );

  test(
    "an absence ahead has whole days of the person's zone, and leads come until it begins",
    withTeam(1, async (db, [own]) => {
      if (!own) throw new Error("no team");
      await setRota(db, own, DAY_AND_NIGHT);
      await db.run("update public.rotas set time_zone = 'Pacific/Auckland'");
      await setRules(db, [own], [{ to: TO_POOL }]);
      const add = "select public.add_absence($1, $2, $3, $4)";
      await runAs(db, own, add, [randomUUID(), own.id, "2098-12-20", "2098-12-10"]);
      expect(await refusalCode(db, own, add, [randomUUID(), own.id, "2098-12-09", "2098-12-10"])).toBe("22023");
      const { rows } = await db.run(
        `select to_char(starts_at at time zone 'Pacific/Auckland', 'MM-DD HH24:MI') as starts,
          to_char(ends_at at time zone 'Pacific/Auckland', 'MM-DD HH24:MI') as ends,
          private.away_until(user_id) is null as here, private.away_until(user_id, starts_at) = ends_at as away_then
        from public.absences where user_id = $1`,
        [own.id],
      );
      expect(rows).toEqual([{ starts: "12-10 00:00", ends: "12-21 00:00", here: true, away_then: true }]);
      expect(await ownerOf(db, await write(db, {}))).toBe(own.id);
    }),
  );
});
