import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type ClientAccount, createClientAccount, enter } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const AGENCY = "00000000-0000-4000-8000-000000000001";

onEveryDatabase("A client's landing page", (given) => {
  type Step = {
    db: TestDatabase;
    account: ClientAccount;
    page: string;
    asClient: () => Promise<void>;
    asAdmin: () => Promise<void>;
    call: <Answer>(name: string, ...values: unknown[]) => Promise<Answer>;
    look: <Row>(text: string, ...values: unknown[]) => Promise<Row[]>;
  };

  /** A client with premium who wrote one page. Everything is rolled back. */
  const withPage = (work: (step: Step) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      const account = await createClientAccount(db, "Northside Dental");
      const page = randomUUID();
      const call = async <Answer>(name: string, ...values: unknown[]) => {
        const places = values.map((_, at) => `$${at + 1}`).join(", ");
        const sent = values.map((value) => (typeof value === "object" && value ? JSON.stringify(value) : value));
        const { rows } = await db.run<{ answer: Answer }>(`select public.${name}(${places}) as answer`, sent);
        return rows[0]?.answer as Answer;
      };
      const asClient = () => enter(db, account.owner, account.slug);
      const asAdmin = () => enter(db, world.people.admin, null);
      const look = async <Row>(text: string, ...values: unknown[]) => {
        await becomeOwner(db);
        return (await db.run<Row>(text, values)).rows;
      };
      await asClient();
      const content = "<h1>Smile</h1><form data-lead-form><input name=email></form>";
      await call("create_landing_page", page, "smile", { title: "Smile", content });
      await work({ db, account, page, asClient, asAdmin, call, look });
    });
  };
  const liveContent = ({ look, page }: Step) =>
    look<{ status: string; content: string; version: number }>(
      "select status, content, version from public.landing_pages where id = $1",
      page,
    );
  const mails = ({ look }: Step) =>
    look<{ template: string; to: string; data: Record<string, string> }>(
      `select payload ->> 'template' as template, payload ->> 'to' as to, payload -> 'data' as data from private.outbox
       where kind = 'mail' and payload ->> 'template' like 'landing-approval-%' order by dedupe_key collate "C"`,
    );
  const requestedAt = async ({ look, page }: Step) => {
    const [request] = await look<{ at: string }>(
      "select requested_at::text as at from public.landing_publish_requests where page_id = $1",
      page,
    );
    return request?.at;
  };
  const logged = ({ look, page }: Step) =>
    look(
      `select after ->> 'state' as state, before ->> 'state' as was, after ->> 'note' as note, after ->> 'title' as title, account_id
       from public.audit_log where table_name = 'landing_publish_requests' and row_id = $1`,
      page,
    );
  const refused = async ({ db }: Step, work: () => Promise<unknown>) => {
    await db.run("savepoint before");
    const outcome = await work().then(
      () => "done",
      (error: { code?: string }) => error.code,
    );
    await db.run("rollback to before");
    return outcome;
  };

  test("asks an admin, who publishes what was asked and not what was edited since", () =>
    withPage(async (step) => {
      const { account, page, asClient, asAdmin, call, look } = step;
      expect(await call("publish_landing_page", page, 1)).toBe(0);
      expect(await call("publish_landing_page", page, 1)).toBe(0);
      expect(await liveContent(step)).toMatchObject([{ status: "draft", version: 0 }]);
      const asked = await mails(step);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked[0]).toMatchObject({
        template: "landing-approval-requested",
        data: { page: "Smile", business: "Northside Dental" },
      });
      const seen = await requestedAt(step);
      await asClient();
      await call("save_landing_draft", page, 1, { content: "<h1>Edited later</h1>" });
      await asAdmin();
      expect(await call("answer_publish_request", page, seen, true)).toBe(1);
      expect(await liveContent(step)).toMatchObject([
        { status: "published", version: 1, content: expect.stringContaining("<h1>Smile</h1>") },
      ]);
      expect((await mails(step)).find(({ template }) => template === "landing-approval-approved")).toMatchObject({
        to: account.owner.email,
        data: { page: "Smile", workspace: "northside-dental", pageId: page },
      });
      const [row] = await look<{ state: string; has_changes: boolean }>(
        `select request.state, draft.revision <> draft.published_revision as has_changes
         from public.landing_publish_requests as request join public.landing_drafts as draft using (page_id)
         where request.page_id = $1`,
        page,
      );
      expect(row).toEqual({ state: "approved", has_changes: true });
      expect(await logged(step)).toEqual([
        { state: "approved", was: "waiting", note: null, title: "Smile", account_id: account.id },
      ]);
    }));

  test("is declined with a note that its client reads, and can be sent again", () =>
    withPage(async (step) => {
      const { account, page, asClient, asAdmin, call } = step;
      await call("publish_landing_page", page, 1);
      const seen = await requestedAt(step);
      await asAdmin();
      expect(await refused(step, () => call("answer_publish_request", page, seen, false, " "))).toBe("22023");
      expect(await call("answer_publish_request", page, seen, false, "Name the price.")).toBe(0);
      await asAdmin();
      expect(await refused(step, () => call("answer_publish_request", page, seen, true))).toBe("PT409");
      expect((await mails(step)).find(({ template }) => template === "landing-approval-declined")).toMatchObject({
        to: account.owner.email,
        data: { note: "Name the price." },
      });
      const declined = {
        state: "declined",
        was: "waiting",
        note: "Name the price.",
        title: "Smile",
        account_id: account.id,
      };
      expect(await logged(step)).toEqual([declined]);
      await asClient();
      const { rows } = await step.db.run("select request_state, request_note from public.list_landing_pages()");
      expect(rows).toEqual([{ request_state: "declined", request_note: "Name the price." }]);
      await call("save_landing_draft", page, 1, { content: "<h1>$90</h1>" });
      expect(await call("publish_landing_page", page, 2)).toBe(0);
      expect(await liveContent(step)).toMatchObject([{ status: "draft" }]);
      await asAdmin();
      expect(await refused(step, () => call("answer_publish_request", page, seen, true))).toBe("PT409");
    }));

  test("publishes directly when the agency doesn't ask, and asks about older versions when it does", () =>
    withPage(async (step) => {
      const { account, page, asClient, asAdmin, call } = step;
      await asAdmin();
      await call("set_page_approval", account.id, false);
      await asClient();
      expect(await call("publish_landing_page", page, 1)).toBe(1);
      await call("save_landing_draft", page, 1, { content: "<h1>Two</h1>" });
      expect(await call("publish_landing_page", page, 2)).toBe(2);
      await asAdmin();
      await call("set_page_approval", account.id, true);
      await asClient();
      expect(await call("roll_back_landing_page", page, 1)).toBe(0);
      expect(await liveContent(step)).toMatchObject([{ content: "<h1>Two</h1>", version: 2 }]);
      const seen = await requestedAt(step);
      await asAdmin();
      expect(await call("answer_publish_request", page, seen, true)).toBe(3);
      expect(await liveContent(step)).toMatchObject([{ content: expect.stringContaining("Smile"), version: 3 }]);
    }));

  test("ends its test when an admin approves it, not when its client asks", () =>
    withPage(async (step) => {
      const { account, page, asClient, asAdmin, call, look } = step;
      await asAdmin();
      await call("set_page_approval", account.id, false);
      await asClient();
      await call("publish_landing_page", page, 1);
      await call("save_landing_draft", page, 1, { content: "<h1>Two</h1>" });
      const id = randomUUID();
      const variants = [1, null].map((version) => ({ version, weight: 50, label: version ? "A" : "B" }));
      await call("start_landing_test", id, page, 2, "submission", variants, null);
      await asAdmin();
      await call("set_page_approval", account.id, true);
      await asClient();
      const state = () => look("select state from public.landing_tests where id = $1", id);
      expect(await call("publish_landing_page", page, 2, id)).toBe(0);
      expect(await state()).toEqual([{ state: "running" }]);
      const seen = await requestedAt(step);
      await asAdmin();
      const approve = (at: unknown, stopped: string | null) =>
        call("answer_publish_request", page, at, true, null, stopped);
      expect(await refused(step, () => approve("2020-01-01", id))).toBe("PT409");
      expect(await refused(step, () => approve(seen, null))).toBe("PT409");
      expect(await state()).toEqual([{ state: "running" }]);
      await asAdmin();
      expect(await approve(seen, id)).toBe(3);
      expect(await state()).toEqual([{ state: "stopped" }]);
    }));

  test("can be withdrawn before the answer, and then nothing waits", () =>
    withPage(async (step) => {
      await step.call("publish_landing_page", step.page, 1);
      await step.call("withdraw_publish_request", step.page);
      const seen = await requestedAt(step);
      await step.asAdmin();
      expect(await refused(step, () => step.call("answer_publish_request", step.page, seen, true))).toBe("PT409");
    }));

  test("brings its leads to the client only: its team, its clock, its emails", () =>
    withPage(async (step) => {
      const { db, account, page, asAdmin, call, look } = step;
      await call("publish_landing_page", page, 1);
      const seen = await requestedAt(step);
      await asAdmin();
      await call("answer_publish_request", page, seen, true);
      await look(
        `update public.accounts set speed_to_lead_minutes = 42, time_zone = 'Pacific/Auckland',
         working_hours = '{"mon":["00:00","24:00"],"tue":["00:00","24:00"],"wed":["00:00","24:00"],"thu":["00:00","24:00"],"fri":["00:00","24:00"],"sat":["00:00","24:00"],"sun":["00:00","24:00"]}'
         where id = $1`,
        account.id,
      );
      const agencyLeads = await look("select id from public.leads where account_id = $1", AGENCY);
      await look("delete from private.outbox");
      await db.run("select public.submit_landing_form($1)", [
        JSON.stringify({
          page_id: page,
          version: 1,
          email: "patient@example.com",
          first_name: "Pat",
          answers: { email: "patient@example.com" },
          submission_id: randomUUID(),
        }),
      ]);
      expect(await look("select id from public.leads where account_id = $1", AGENCY)).toHaveLength(agencyLeads.length);
      const leads = await look<{ id: string; account_id: string }>(
        "select id, account_id from public.leads where email = 'patient@example.com'",
      );
      expect(leads).toMatchObject([{ account_id: account.id }]);
      for (const table of ["landing_submissions", "lead_activities", "lead_clocks"])
        expect([table, await look(`select account_id from public.${table} where lead_id = $1`, leads[0]?.id)]).toEqual([
          table,
          [{ account_id: account.id }],
        ]);
      expect(
        await look(
          `select target_seconds, extract(epoch from due_at - arrived_at)::integer as wait
           from public.lead_clocks where lead_id = $1`,
          leads[0]?.id,
        ),
      ).toEqual([{ target_seconds: 2520, wait: 2520 }]);
      const sent = await look<{ template: string; to: string; account: string }>(
        `select payload ->> 'template' as template, payload ->> 'to' as to, payload -> 'data' ->> 'account' as account
         from private.outbox where kind = 'mail' order by 1, 2`,
      );
      expect(sent).toEqual(
        [
          // One email for each person. The owner's has the answers.
          { template: "landing-confirmation", to: "patient@example.com" },
          { template: "lead-arrived", to: account.member.email },
          { template: "lead-arrived", to: account.owner.email },
        ].map((mail) => ({ ...mail, account: account.id })),
      );
    }));

  test("moves with its domain and figures; what visitors sent stays with its leads", () =>
    withPage(async (step) => {
      const { db, account, page, asClient, asAdmin, call, look } = step;
      await call("create_landing_preview", page, 1);
      await call("add_landing_domain", page, "smile.example.com");
      await call("publish_landing_page", page, 1);
      await look("insert into public.landing_submissions (page_id, version, answers) values ($1, 1, '{}')", page);
      await look(
        "insert into public.landing_views (page_id, day, version, source) values ($1, current_date, 1, 'x')",
        page,
      );
      await look(
        "insert into public.landing_visits (page_id, day, version, width) values ($1, current_date, 1, 'phone')",
        page,
      );
      await look(
        "insert into public.landing_clicks (page_id, version, width, block, x, y) values ($1, 1, 'phone', 0, 0, 0)",
        page,
      );
      const other = await createClientAccount(db, "Ember");
      await asAdmin();
      expect(await refused(step, () => call("move_landing_page", page, randomUUID()))).toBe("PT404");
      await call("move_landing_page", page, other.id);
      for (const table of [
        "landing_drafts",
        "landing_domains",
        "landing_views",
        "landing_visits",
        "landing_clicks",
        "landing_previews",
      ])
        expect([table, await look(`select account_id from public.${table} where page_id = $1`, page)]).toEqual([
          table,
          [{ account_id: other.id }],
        ]);
      expect(await look("select account_id from public.landing_submissions where page_id = $1", page)).toEqual([
        { account_id: account.id },
      ]);
      expect(await look("select from public.landing_previews where page_id = $1 and revoked_at is null", page)).toEqual(
        [],
      );
      expect(await look("select from public.landing_publish_requests where page_id = $1", page)).toEqual([]);
      await asClient();
      expect(await refused(step, () => call("save_landing_draft", page, 1, { title: "Mine" }))).toBe("PT404");
    }));

  test("counts against its own account's quota", () =>
    withPage(async (step) => {
      const { db, account, asClient, asAdmin, call, look } = step;
      await look("update private.quotas set max_count = 1 where kind = 'client_pages_held'");
      await asClient();
      expect(await refused(step, () => call("create_landing_page", randomUUID(), "more", { title: "More" }))).toBe(
        "PT429",
      );
      await becomeOwner(db);
      const other = await createClientAccount(db, "Ember");
      await enter(db, other.owner, other.slug);
      await call("create_landing_page", randomUUID(), "ember", { title: "Ember" });
      await asAdmin();
      const mine = randomUUID();
      await call("create_landing_page", mine, "agency", { title: "Agency" });
      expect(await refused(step, () => call("move_landing_page", mine, account.id))).toBe("PT429");
    }));
});
