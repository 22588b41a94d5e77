import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, createAccount, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const SORTS = ["arrived", "name", "company", "value", "stage", "next_step", "last_activity", "response", "clock"];
type Row = { id: string; first_name: string; stage: string };
type Page = { rows: Row[]; next: object | null };

onEveryDatabase("Lead lists", (given) => {
  const list = async (
    db: TestDatabase,
    who: Person,
    scope: string,
    filter: object | null,
    sort: string,
    after: object | null,
    limit: number,
  ) =>
    (
      await runAs<{ answer: Page }>(db, who, "select public.list_leads($1, $2, $3, $4, $5) as answer", [
        scope,
        filter && JSON.stringify(filter),
        sort,
        after && JSON.stringify(after),
        limit,
      ])
    ).answer;
  const withLeads = (work: () => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      await db.run("delete from public.leads");
      await db.run(
        `insert into public.leads (user_id, first_name, company, value_cents, stage, next_task_at, last_activity_at, response_seconds,
           clock_due_at, created_at)
         select case n % 3 when 0 then null when 1 then $1::uuid else $2::uuid end, case when n % 4 > 0 then 'Lead ' || n % 5 end,
           case when n % 5 > 0 then 'Firm ' || n % 3 end, case when n % 3 > 0 then (n % 4) * 100 end,
           (array['new', 'connected', 'won'])[1 + n % 3], case when n % 2 = 0 then now() + n % 3 * interval '1 hour' end,
           case when n % 3 = 0 then now() - n * interval '1 hour' end, case when n % 4 = 0 then n % 3 end,
           case when n % 6 = 0 then now() + n % 2 * interval '1 minute' end, now() - (n % 7) * interval '1 day'
         from generate_series(1, 40) as made (n)`,
        [world.people["active sales"].id, world.people["other active sales"].id],
      );
      await work();
    });
  };

  test("show every lead once, in every order and direction, for any page size", () =>
    withLeads(async () => {
      const { db, world } = given();
      for (const sort of SORTS.flatMap((name) => [name, `-${name}`])) {
        const seen: string[] = [];
        let after: object | null = null;
        do {
          const page: Page = await list(db, world.people.admin, "all", null, sort, after, 7);
          seen.push(...page.rows.map(({ id }) => id));
          after = page.next;
        } while (after);
        expect(new Set(seen).size, sort).toBe(40);
        const whole = await list(db, world.people.admin, "all", null, sort, null, 100);
        expect(seen, sort).toEqual(whole.rows.map(({ id }) => id));
      }
      const stages = (await list(db, world.people.admin, "all", null, "stage", null, 100)).rows.map(
        ({ stage }) => stage,
      );
      expect([...new Set(stages)]).toEqual(["new", "connected", "won"]);
      const values = (await list(db, world.people.admin, "all", null, "value", null, 100)).rows as unknown as {
        value_cents: number | null;
      }[];
      const known = values.map(({ value_cents }) => value_cents).filter((cents) => cents !== null);
      expect(known).toEqual(known.toSorted((one, other) => one - other));
      expect(values.findIndex(({ value_cents }) => value_cents === null)).toBe(known.length);
    }));

  test("show and count a rep's own and unowned leads", () =>
    withLeads(async () => {
      const { db, world } = given();
      const { "active sales": sales, admin } = world.people;
      const count = async (who: Person, scope: string, filter: object | null) =>
        Number(
          (
            await runAs<{ leads: number }>(db, who, "select leads from public.count_leads_matching($1, $2)", [
              scope,
              filter && JSON.stringify(filter),
            ])
          ).leads,
        );
      for (const [who, scope, expected] of [
        [admin, "all", 40],
        [sales, "all", 27],
        [sales, "mine", 14],
        [sales, "unowned", 13],
        [admin, "mine", 0],
      ] as const) {
        expect((await list(db, who, scope, null, "-arrived", null, 100)).rows.length).toBe(expected);
        expect(await count(who, scope, null)).toBe(expected);
      }
      const stage = { op: "and", rules: [{ field: "stage", is: "eq", value: "won" }] };
      const company = { op: "and", rules: [{ field: "company", is: "filled" }] };
      for (const filter of [stage, company])
        expect(await count(sales, "all", filter)).toBe(
          (await list(db, sales, "all", filter, "name", null, 100)).rows.length,
        );
    }));

  test("refuse people outside the team, unknown orders and unknown scopes", async () => {
    const { db, world } = given();
    for (const statement of [
      "select public.list_leads()",
      "select public.count_leads_matching()",
      "select public.crm_board()",
      "select public.crm_board_column('new')",
      "select public.crm_board_totals()",
      "select public.lead_ids_matching()",
      "select public.win_lead(gen_random_uuid(), gen_random_uuid())",
    ])
      for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
        await expect(asPerson(db, world.people[kind], statement), `${kind}: ${statement}`).rejects.toMatchObject({
          code: "42501",
        });
    const { admin } = world.people;
    for (const statement of [
      "select public.list_leads('everything')",
      "select public.list_leads('all', null, 'id')",
      "select public.list_leads('all', null, 'value; drop table leads')",
      "select public.crm_board_column('nowhere')",
    ])
      await expect(asPerson(db, admin, statement)).rejects.toMatchObject({ code: "22023" });
  });

  test("count the board's columns in the database and continue each column where its page ended", () =>
    withLeads(async () => {
      const { db, world } = given();
      await db.run("select private.refresh_stage_figures()");
      type Column = {
        stage: string;
        leads: number;
        value_cents: number;
        entered: number;
        moved_on: number;
        cards: Page | null;
      };
      const { answer } = await runAs<{ answer: { columns: Column[] } }>(
        db,
        world.people.admin,
        "select public.crm_board('all', null, 5) as answer",
      );
      expect(answer.columns.map(({ stage }) => stage)).toEqual([
        "new",
        "attempting",
        "connected",
        "qualified",
        "call_booked",
        "proposal",
        "won",
        "lost",
      ]);
      const [fresh] = answer.columns;
      expect(fresh).toMatchObject({ leads: 13, entered: 40, moved_on: 27 });
      expect(answer.columns.find(({ stage }) => stage === "won")?.cards).toBeNull();
      const seen = fresh?.cards?.rows.map(({ id }) => id) ?? [];
      let after = fresh?.cards?.next ?? null;
      while (after) {
        const { answer: page } = await runAs<{ answer: Page }>(
          db,
          world.people.admin,
          "select public.crm_board_column('new', 'all', null, $1, 5) as answer",
          [JSON.stringify(after)],
        );
        seen.push(...page.rows.map(({ id }) => id));
        after = page.next;
      }
      expect(new Set(seen).size).toBe(13);
      const { rows } = await db.run<{ id: string }>(
        "select id from public.leads where stage = 'new' and clock_due_at is not null order by clock_due_at, id",
      );
      expect(seen.slice(0, rows.length)).toEqual(rows.map(({ id }) => id));
    }));

  test("return the ids of all visible matches of a filter, up to the limit of one change", () =>
    withLeads(async () => {
      const { db, world } = given();
      const filter = JSON.stringify({ op: "and", rules: [{ field: "stage", is: "eq", value: "new" }] });
      const ids = async (kind: "active sales" | "admin") => {
        const statement = "select public.lead_ids_matching('all', $1) as answer";
        return (await runAs<{ answer: string[] }>(db, world.people[kind], statement, [filter])).answer.toSorted();
      };
      const seen = async (condition: string) =>
        (
          await db.run<{ id: string }>(
            `select id from public.leads where stage = 'new' and archived_at is null and not is_spam and ${condition} order by id`,
          )
        ).rows.map(({ id }) => id);
      expect(await ids("admin")).toEqual(await seen("true"));
      expect(await ids("active sales")).toEqual(
        await seen(`(user_id is null or user_id = '${world.people["active sales"].id}')`),
      );
      await db.run("insert into public.leads (first_name) select 'Many' from generate_series(1, 10001)");
      await expect(ids("admin")).rejects.toMatchObject({ code: "22023" });
    }));

  test("say which of some leads still match a filter, and nothing about leads that the caller doesn't see", () =>
    withLeads(async () => {
      const { db, world } = given();
      const { admin, "active sales": sales, "other active sales": other } = world.people;
      const [stays, leaves, theirs] = [
        await addLeadRow(db, sales, { stage: "new" }),
        await addLeadRow(db, sales, { stage: "qualified" }),
        await addLeadRow(db, other, { stage: "new" }),
      ];
      const rule = (value: string) => ({ field: "stage", is: "eq", value });
      // Either rule is enough, so the leads that are asked about limit both.
      const filter = JSON.stringify({ op: "or", rules: [rule("new"), rule("proposal")] });
      const among = async (who: Person, leads: string[]) => {
        const statement = "select public.lead_ids_matching('all', $1, $2) as answer";
        return (await runAs<{ answer: string[] }>(db, who, statement, [filter, leads])).answer.toSorted();
      };
      expect(await among(sales, [stays, leaves, theirs])).toEqual([stays]);
      expect(await among(admin, [stays, leaves, theirs])).toEqual([stays, theirs].toSorted());
      expect(await among(admin, [])).toEqual([]);
    }));
});

onEveryDatabase("A won lead", (given) => {
  const WIN = "select public.win_lead($1, $2, $3, $4, $5, $6) as answer";
  const dashboard = JSON.stringify({ business_name: "Sable", notion_url: "https://sable.notion.site/leads" });
  const retainer = JSON.stringify({
    name: "Ads",
    monthly_amount: 90000,
    currency: "usd",
    start_date: "2026-12-01",
    duration_months: 6,
  });
  const leadOf = async (db: TestDatabase) =>
    (await db.run<{ id: string }>("select id from public.leads where first_name = 'Lead of nobody'")).rows[0]?.id ?? "";

  test("gets an invitation, and with the account a dashboard and a draft retainer", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const lead = await leadOf(db);
      const batch = randomUUID();
      const asked = [batch, lead, 900000, '{"email": "New@client.example"}', dashboard, retainer];
      expect((await runAs<{ answer: { outcome: string } }>(db, world.people.admin, WIN, asked)).answer.outcome).toBe(
        "invited",
      );
      expect((await runAs<{ answer: { outcome: string } }>(db, world.people.admin, WIN, asked)).answer.outcome).toBe(
        "known",
      );
      const { rows } = await db.run<{ token: string }>(
        "select payload -> 'data' ->> 'token' as token from private.outbox where payload ->> 'template' = 'account-invitation'",
      );
      expect(rows.length).toBe(1);
      const { id } = await createAccount(db, {
        email: "new@client.example",
        confirmed: false,
        metadata: { invitation_token: rows[0]?.token },
      });
      await db.run("update auth.users set email_confirmed_at = now() where id = $1", [id]);
      const { rows: made } = await db.run(
        `select (select status::text from public.retainers where client_id = $1) as retainer,
           (select business_name from public.client_dashboards where user_id = $1::text) as dashboard,
           (select stage from public.leads where id = $2) as stage`,
        [id, lead],
      );
      expect(made[0]).toEqual({ retainer: "pending", dashboard: "Sable", stage: "won" });
    });
  });

  test("of an existing client gets dashboard and retainer at once; an invalid request changes nothing", async () => {
    const { db, world } = given();
    const { admin, "new client": client, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await leadOf(db);
      const bad = [
        randomUUID(),
        lead,
        null,
        JSON.stringify({ email: client.email }),
        '{"business_name":"X","notion_url":"nowhere"}',
        null,
      ];
      expect((await refusal(db, admin, WIN, bad)).code).toBe("22023");
      const { rows: before } = await db.run("select stage from public.leads where id = $1", [lead]);
      expect(before[0]).toEqual({ stage: "new" });
      const staff = [randomUUID(), lead, null, JSON.stringify({ email: sales.email }), null, null];
      expect((await refusal(db, admin, WIN, staff)).code).toBe("PT409");
      const good = [randomUUID(), lead, null, JSON.stringify({ email: client.email }), dashboard, retainer];
      expect((await runAs<{ answer: { outcome: string } }>(db, admin, WIN, good)).answer.outcome).toBe("granted");
      const { rows } = await db.run("select status::text from public.retainers where client_id = $1", [client.id]);
      expect(rows).toEqual([{ status: "pending" }]);
    });
  });

  test("of a sales person is handed over to the admins", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const lead = world.ids["lead of sales"] ?? "";
      const asked = [randomUUID(), lead, null, "{}", null, null];
      expect((await runAs<{ answer: { outcome: string } }>(db, sales, WIN, asked)).answer.outcome).toBe("handed_over");
      const { rows } = await db.run<{ message: string; lead_id: string }>(
        "select message, lead_id from public.change_requests where user_id = $1",
        [sales.id],
      );
      expect(rows).toEqual([{ message: expect.stringMatching(/^Won: .*retainer\.$/), lead_id: lead }]);
      const told = async () =>
        (
          await db.run<{ to: string; lead: string; waits: boolean }>(
            `select payload ->> 'to' as to, payload -> 'data' ->> 'leadId' as lead, run_at > now() as waits from private.outbox
             where payload ->> 'template' = 'won-deal-handed-off'`,
          )
        ).rows;
      expect(await told()).toEqual([{ to: world.people.admin.email, lead, waits: true }]);
      expect((await refusal(db, other, WIN, [randomUUID(), lead, null, null, null, null])).code).toBe("PT404");
      await runAs(db, sales, "select public.undo_lead_batch($1)", [asked[0]]);
      expect(await told()).toEqual([]);
    });
  });

  test("that is undone later was told already", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const asked = [randomUUID(), world.ids["lead of sales"] ?? "", null, "{}", null, null];
      await runAs(db, sales, WIN, asked);
      await db.run("update private.outbox set attempts = 1 where payload ->> 'template' = 'won-deal-handed-off'");
      await runAs(db, sales, "select public.undo_lead_batch($1)", [asked[0]]);
      const { rows } = await db.run("select from private.outbox where payload ->> 'template' = 'won-deal-handed-off'");
      expect(rows).toHaveLength(1);
    });
  });
});
