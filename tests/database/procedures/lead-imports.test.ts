import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { outcomeAs, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import {
  importLeads,
  leadsOf,
  OPEN_IMPORT,
  readImport,
  runImport,
  STAGE_IMPORT,
  stagedImport,
} from "../../support/lead-imports.ts";

type Row = Record<string, unknown>;

onEveryDatabase("Lead imports", (given) => {
  test("check every row with the rules of leads and say what is wrong", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const id = await stagedImport(db, sales, [
        { email: "good@import.example", first_name: "Good" },
        { goals: "Nobody" },
        { email: "no address" },
        { first_name: "x".repeat(101) },
        { email: "owner@import.example", owner: "Nobody Known" },
        { email: "stage@import.example", stage: "Nowhere" },
        { email: "browser@import.example", problem: "Value: “12a” isn't a valid amount" },
        { email: "source@import.example", source: "Moon" },
        { email: "GOOD@import.example" },
      ]);
      expect(await readImport(db, id)).toMatchObject({ status: "ready", rows: 9, wrong: 7, known: 0, repeated: 1 });
      const { rows } = await db.run<{ row_no: number; problem: string }>(
        "select row_no, problem from private.lead_import_rows where import_id = $1 and problem is not null order by row_no",
        [id],
      );
      expect(rows.map(({ row_no, problem }) => `${row_no} ${problem}`)).toEqual([
        "2 Add a name, email, phone or company",
        "3 E-mail: “no address” isn't a valid address",
        "4 First name: longer than 100 characters",
        "5 Owner: no active team member is named Nobody Known",
        "6 Stage: no stage is named Nowhere",
        "7 Value: “12a” isn't a valid amount",
        "8 Source: “Moon” isn't a source",
      ]);
    });
  });

  test("name every fault of a row: those that the browser found and those that the database finds", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const id = await stagedImport(db, sales, [
        {
          name: "Ada Byron",
          email: "ada at example",
          phone: "12",
          first_name: "x".repeat(101),
          goals: "y".repeat(10_001),
          created_at: "3/4/2098",
          read_created_at: "2098-03-04",
          owner: "Nobody Known",
          stage: "Nowhere",
          problem: "Value: “lots” isn't a valid amount; Closed: “soon” isn't a valid date",
        },
        { name: " ", value_cents: "lots", problem: "Value: “lots” isn't a valid amount" },
      ]);
      const { rows } = await db.run<{ problem: string; extra: boolean }>(
        "select problem, fields ? 'read_created_at' as extra from private.lead_import_rows where import_id = $1 order by row_no",
        [id],
      );
      expect(rows[0]?.extra).toBe(false);
      expect(rows[1]?.problem.split("; ")).toEqual([
        "Value: “lots” isn't a valid amount",
        "Add a name, email, phone or company",
      ]);
      expect(rows[0]?.problem.split("; ")).toEqual([
        "Value: “lots” isn't a valid amount",
        "Closed: “soon” isn't a valid date",
        "E-mail: “ada at example” isn't a valid address",
        "Phone: “12” isn't a valid phone number",
        "Arrived on: Mar 4, 2098 is in the future",
        "First name: longer than 100 characters",
        "Goals: longer than 10,000 characters",
        "Owner: no active team member is named Nobody Known",
        "Stage: no stage is named Nowhere",
      ]);
    });
  });

  test("name a column as the file does, with our name behind it where that is another one", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const headers = ["Name", "E-Mail-Adresse", "Erstellt", "Betreuer", "Phase", "Info", "Notiz"];
      const mapping = ["name", "email", "created_at", "owner", "stage", null, "goals"];
      const id = randomUUID();
      await runAs(db, sales, OPEN_IMPORT, [id, headers, JSON.stringify(mapping), "{}"]);
      const row = {
        ...{ first_name: "x".repeat(101), last_name: "Byron", email: "none", created_at: "2098-12-05" },
        ...{ owner: "Nobody Known", stage: "Nowhere", goals: "y".repeat(10_001) },
      };
      await runAs(db, sales, STAGE_IMPORT, [id, 1, JSON.stringify([row])]);
      const { rows } = await db.run<{ problem: string }>(
        "select problem from private.lead_import_rows where import_id = $1",
        [id],
      );
      expect(rows[0]?.problem.split("; ")).toEqual([
        "E-Mail-Adresse: “none” isn't a valid address",
        "Erstellt (Arrived on): Dec 5, 2098 is in the future",
        "Name: longer than 100 characters",
        "Notiz (Goals): longer than 10,000 characters",
        "Betreuer (Owner): no active team member is named Nobody Known",
        "Phase (Stage): no stage is named Nowhere",
      ]);
    });
  });

  test("list the rows whose lead exists, with the lead and the field that matched, but no details of colleagues' leads", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const add = async (email: string | null, phone: string | null, owner: string | null) => {
        const { rows } = await db.run<{ id: string }>(
          "insert into public.leads (first_name, email, phone, user_id) values ('There', $1, $2, $3) returning id",
          [email, phone, owner],
        );
        return rows[0]?.id;
      };
      const mine = await add("mine@matches.example", null, sales.id);
      const called = await add(null, "+1 212 555 0187", sales.id);
      await add("theirs@matches.example", null, other.id);
      const id = await stagedImport(db, sales, [
        { email: "new@matches.example", phone: "+1 212 555 0100" },
        { email: "MINE@matches.example" },
        { first_name: "Caller", phone: "(212) 555-0187" },
        { email: "theirs@matches.example" },
        { email: "other@matches.example", phone: "+1 212 555 0100" },
        { email: "no address" },
      ]);
      const matches = async (who: Person) =>
        (await outcomeAs<Row>(db, who, "select * from public.lead_import_matches($1)", [id])).rows;
      expect(await matches(sales)).toMatchObject([
        { row_no: 2, lead_id: mine, lead_name: "There", matched_by: "email", repeats: null },
        { row_no: 3, lead_id: called, lead_name: "There", matched_by: "phone", repeats: null },
        { row_no: 4, lead_id: null, lead_name: null, owner_name: expect.any(String), matched_by: "email" },
        { row_no: 5, lead_id: null, repeats: 2, owner_name: null, matched_by: "phone" },
      ]);
      // An admin may see every lead.
      expect((await matches(admin))[2]).toMatchObject({ row_no: 4, lead_name: "There" });
    });
  });

  test("name a row by its number in the file, which the page sends because blank rows are left out", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const id = await stagedImport(db, sales, [
        { email: "first@numbers.example", row: 4 },
        { email: "no address", row: 12 },
        { email: "first@numbers.example", row: 13 },
        // Older pages send no number, and no one else's number is one.
        { email: "no address" },
        ...["x", -1, 0, 1.5, 1e12].map((row) => ({ email: "no address", row })),
      ]);
      const rowsOf = async (name: string) =>
        (await outcomeAs<Row>(db, sales, `select * from public.${name}($1)`, [id])).rows;
      expect((await rowsOf("lead_import_problems")).map(({ file_row }) => file_row)).toEqual([12, 5, 6, 7, 8, 9, 10]);
      expect(await rowsOf("lead_import_matches")).toMatchObject([{ row_no: 3, file_row: 13, repeats: 4 }]);
      const { rows } = await db.run("select from private.lead_import_rows where import_id = $1 and fields ? 'row'", [
        id,
      ]);
      expect(rows).toHaveLength(0);
    });
  });

  test("refuse in the check what the table would refuse, and keep an excerpt of a huge invalid row", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const huge = "語".repeat(70_000);
      const id = await stagedImport(db, sales, [
        { email: "tags@import.example", tags: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(250, "x")) },
        { email: "offers@import.example", tier_interest: ["x".repeat(2_000)] },
        { email: "lost@import.example", stage: "lost", lost_reason: "x".repeat(1_001) },
        { email: "zone@import.example", created_at: "2026-03-01T10:00:00+99:00" },
        { email: "zone2@import.example", created_at: "2026-03-15", closed_at: "2026-03-16T10:00:00-1500" },
        { email: "goals@import.example", goals: huge },
        { email: "fine@import.example", created_at: "2026-03-15", closed_at: "2026-03-16T10:00:00-12:00" },
      ]);
      const { rows } = await db.run<{ problem: string; bytes: number }>(
        `select problem, octet_length(fields::text) as bytes from private.lead_import_rows
         where import_id = $1 and problem is not null order by row_no`,
        [id],
      );
      expect(rows.map(({ problem }) => problem)).toEqual([
        "Tags: more than 4,000 characters",
        "Interested in: more than 2,000 characters",
        "Lost reason: longer than 1,000 characters",
        "Arrived on: invalid time zone",
        "Closed on: invalid time zone",
        "Goals: longer than 10,000 characters",
      ]);
      expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThan(5_000);
      await runAs(db, sales, "select public.start_lead_import($1, 'skip')", [id]);
      expect(await runImport(db, id)).toMatchObject({ status: "done", created: 1, failed: 0 });
    });
  });

  test("refuse a lead that arrived or was closed in the future, by the account's day", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const problemsIn = async (zone: string) => {
        await db.run("update public.accounts set time_zone = $1 where id = private.agency_account()", [zone]);
        const { rows: days } = await db.run<{ today: string; tomorrow: string }>(
          "select to_char(day, 'YYYY-MM-DD') as today, to_char(day + 1, 'YYYY-MM-DD') as tomorrow from (select (now() at time zone $1)::date) as at (day)",
          [zone],
        );
        const { today, tomorrow } = days[0] ?? { today: "", tomorrow: "" };
        const written = ["2098-12-05", tomorrow, today, "2026-99-99", "2199-99-99"];
        // Older pages send noon in UTC for a day without a time.
        const given = [...written, ...written.map((day) => `${day}T12:00:00Z`), new Date().toISOString()];
        const rows = given.flatMap((day, at) => [
          { email: `future${at}@import.example`, created_at: day },
          { email: `closed${at}@import.example`, closed_at: day, stage: "Lost" },
          // The expected day of an open deal.
          { email: `open${at}@import.example`, closed_at: day, stage: "Proposal" },
        ]);
        const id = await stagedImport(db, sales, rows);
        const { rows: checked } = await db.run<{ row_no: number; problem: string }>(
          "select row_no, problem from private.lead_import_rows where import_id = $1 and problem is not null order by 1",
          [id],
        );
        return checked.map(({ problem }) => problem);
      };
      const problems = (field: string) => [
        `${field}: Dec 5, 2098 is in the future`,
        expect.stringMatching(new RegExp(`^${field}: [A-Z][a-z]{2} \\d{1,2}, \\d{4} is in the future$`)),
      ];
      const arrived = problems("Arrived on");
      const closed = problems("Closed on");
      const pairs = arrived.flatMap((problem, at) => [problem, closed[at]]);
      for (const zone of ["America/New_York", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
        expect(await problemsIn(zone)).toEqual([...pairs, ...pairs]);
    });
  });

  test("take a later day of closing by the stage of the import, when a row has none", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const rows = [
        { email: "no-column@import.example", closed_at: "2098-12-05" },
        { email: "blank-cell@import.example", closed_at: "2098-12-05", stage: null },
        { email: "unknown@import.example", closed_at: "2098-12-05", stage: "Maybe" },
      ];
      const problems = async (stage: string) => {
        const id = await stagedImport(db, sales, rows, { stage });
        const { rows: checked } = await db.run<{ problem: string | null }>(
          "select problem from private.lead_import_rows where import_id = $1 order by row_no",
          [id],
        );
        return checked.map(({ problem }) => problem);
      };
      const unknown = "Stage: no stage is named Maybe";
      const future = "Closed on: Dec 5, 2098 is in the future";
      expect(await problems("new")).toEqual([null, null, unknown]);
      expect(await problems("won")).toEqual([future, future, unknown]);
      // The expected day is left out.
      expect((await importLeads(db, sales, rows)).done).toMatchObject({ created: 2, failed: 0 });
      expect((await leadsOf(db, "no-column@import.example"))[0]).toMatchObject({ stage: "new", closed_at: null });
    });
  });

  test("explain when an update exceeds a lead's limits", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const tags = (letter: string) => Array.from({ length: 40 }, (_, n) => `${letter}${n}`);
      await importLeads(db, sales, [{ email: "many@import.example", tags: tags("a") }]);
      const { id, done } = await importLeads(db, sales, [{ email: "many@import.example", tags: tags("b") }], "update");
      expect(done).toMatchObject({ updated: 0, failed: 1 });
      const { rows } = await db.run("select problem from private.lead_import_rows where import_id = $1", [id]);
      expect(rows).toEqual([{ problem: "Tags: over the limit for one lead, including existing values" }]);
    });
  });

  test("create leads with all fields, each with its import in the history and no clock", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const row = {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@import.example",
        phone: "(212) 555-0100",
        tags: ["vip", "q4"],
        value_cents: 445000,
        stage: "call booked",
        owner: sales.email,
        source: "referral",
        created_at: "2026-02-03T00:00:00Z",
        note: "Met at the fair",
      };
      const { id, done } = await importLeads(db, sales, [
        row,
        { first_name: "Lost", email: "lost@import.example", stage: "Lost" },
      ]);
      expect(done).toMatchObject({ status: "done", created: 2, updated: 0, skipped: 0, failed: 0, handled: 2 });
      // The planner knows them, because the import collects statistics. The embedded database does not do this by
      // itself.
      const { rows: known } = await db.run<{ analyzed: string; there: string }>(
        "select analyzed, (select sum(leads) from private.lead_totals) as there from private.stage_figures_seen",
      );
      expect(Number(known[0]?.analyzed)).toBe(Number(known[0]?.there));
      const [lead] = await leadsOf(db, "ada@import.example");
      expect(lead).toMatchObject({
        stage: "call_booked",
        user_id: sales.id,
        value_cents: expect.anything(),
        tags: ["vip", "q4"],
        source: "referral",
        phone_key: "12125550100",
      });
      const history = await db.run(
        "select kind, body, actor_id, payload from public.lead_activities where lead_id = $1",
        [lead?.id],
      );
      expect(history.rows).toEqual([
        {
          kind: "import",
          body: "Met at the fair",
          actor_id: sales.id,
          payload: { import_id: id, file: "leads.csv", row: 1, what: "created" },
        },
      ]);
      expect((await db.run("select from public.lead_clocks where lead_id = $1", [lead?.id])).count).toBe(0);
      expect((await leadsOf(db, "lost@import.example"))[0]).toMatchObject({
        stage: "lost",
        lost_note: "Imported without a reason",
      });
    });
  });

  test("skip, update or duplicate existing leads, also within the file, and never change a colleague's lead", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        "insert into public.leads (user_id, first_name, email, phone) values ($1, 'Mine', 'mine@import.example', '212 555 0111'), ($2, 'Theirs', 'theirs@import.example', null)",
        [sales.id, other.id],
      );
      const rows = [
        { email: "MINE@import.example", company: "By mail" },
        { phone: "+1 (212) 555-0111", role: "By phone" },
        { email: "theirs@import.example", company: "Not mine" },
        { email: "new@import.example", first_name: "New" },
        { email: "new@import.example", company: "Again" },
      ];
      const skipped = await importLeads(db, sales, rows, "skip");
      expect(skipped.done).toMatchObject({ known: 3, repeated: 1, created: 1, updated: 0, skipped: 4 });
      await db.run("delete from public.leads where email = 'new@import.example'");
      const updated = await importLeads(db, sales, rows, "update");
      expect(updated.done).toMatchObject({ created: 1, updated: 3, skipped: 1 });
      expect((await leadsOf(db, "mine@import.example"))[0]).toMatchObject({
        company: "By mail",
        role: "By phone",
        first_name: "Mine",
      });
      expect((await leadsOf(db, "theirs@import.example"))[0]).toMatchObject({ company: null });
      expect((await leadsOf(db, "new@import.example"))[0]).toMatchObject({ first_name: "New", company: "Again" });
      const created = await importLeads(db, sales, rows, "create");
      expect(created.done).toMatchObject({ created: 5, updated: 0, skipped: 0 });
    });
  });

  test("are undone together: unchanged leads are removed or restored, the rest stays and is counted", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        "insert into public.leads (user_id, company, email) values ($1, 'Before', 'there@import.example'), ($1, 'Before', 'touched@import.example')",
        [sales.id],
      );
      const { id } = await importLeads(
        db,
        sales,
        [
          { email: "there@import.example", company: "After" },
          { email: "touched@import.example", company: "After" },
          { email: "a@import.example" },
          { email: "b@import.example" },
          { email: "c@import.example" },
          { email: "a@import.example", company: "Later" },
        ],
        "update",
      );
      await db.run(
        "update public.leads set company = 'Somebody' where email in ('touched@import.example', 'b@import.example')",
      );
      await runAs(
        db,
        sales,
        "insert into public.lead_activities (lead_id, kind, actor_id, body) select id, 'note', $1, 'Hm' from public.leads where email = 'c@import.example'",
        [sales.id],
      );
      await runAs(db, sales, "select public.undo_lead_import($1)", [id]);
      expect(await runImport(db, id)).toMatchObject({ status: "undone", removed: 1, restored: 2, kept: 3 });
      expect((await leadsOf(db, "there@import.example"))[0]).toMatchObject({ company: "Before" });
      expect((await leadsOf(db, "touched@import.example"))[0]).toMatchObject({ company: "Somebody" });
      expect(await leadsOf(db, "a@import.example")).toEqual([]);
      expect(await leadsOf(db, "b@import.example")).toHaveLength(1);
      expect(await leadsOf(db, "c@import.example")).toHaveLength(1);
    });
  });

  test("sent twice run once, stop when canceled, and continue where they stopped", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const rows = [1, 2, 3, 4].map((n) => ({ email: `n${n}@import.example` }));
      const id = randomUUID();
      const open = () => runAs(db, sales, OPEN_IMPORT, [id, ["E-mail"], '["email"]', "{}"]);
      const send = (from: number, part: Row[]) =>
        runAs<{ answer: Row }>(db, sales, STAGE_IMPORT, [id, from, JSON.stringify(part)]);
      await open();
      await open();
      await send(1, rows.slice(0, 2));
      expect(await refusalCode(db, sales, "select public.prepare_lead_import($1, 4)", [id])).toBe("PT409");
      await send(1, rows.slice(0, 2));
      expect((await send(3, rows.slice(2))).answer).toEqual({ rows: 4, wrong: 0, known: 0, repeated: 0 });
      await runAs(db, sales, "select public.prepare_lead_import($1, 4)", [id]);
      expect(await refusalCode(db, sales, STAGE_IMPORT, [id, 5, "[]"])).toBe("PT409");
      await runAs(db, sales, "select public.start_lead_import($1)", [id]);
      await runAs(db, sales, "select public.start_lead_import($1)", [id]);
      expect((await db.run("select from private.outbox where kind = 'lead_import'")).count).toBe(1);
      await runAs(db, "service", "select public.run_lead_import($1, 3)", [id]);
      expect(await refusalCode(db, sales, "select public.undo_lead_import($1)", [id])).toBe("PT409");
      await runAs(db, sales, "select public.cancel_lead_import($1)", [id]);
      expect(await runImport(db, id)).toMatchObject({ status: "canceled", created: 3, handled: 3 });
      await runAs(db, sales, "select public.undo_lead_import($1)", [id]);
      expect(await runImport(db, id)).toMatchObject({ status: "undone", removed: 3, kept: 0 });
    });
  });

  test("continue after a row that cannot be stored", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const { done } = await importLeads(db, sales, [
        { email: "fine1@import.example" },
        { email: "broken@import.example", value_cents: -5 },
        { email: "fine2@import.example" },
      ]);
      expect(done).toMatchObject({ created: 2, failed: 1, status: "done" });
    });
  });

  test("remember each person's mapping for files with the same columns", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      await stagedImport(db, sales, [{ email: "x@import.example" }]);
      const recall = "select public.last_lead_mapping($1) as mapping";
      expect(await runAs(db, sales, recall, [["E-mail"]])).toEqual({ mapping: ["email"] });
      expect(await runAs(db, sales, recall, [["Other"]])).toEqual({ mapping: null });
      expect(await runAs(db, admin, recall, [["E-mail"]])).toEqual({ mapping: null });
    });
  });

  test("filter the leads that they created or updated, in their own account only", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const { id: first } = await importLeads(db, sales, [{ email: "a@of.example" }, { email: "b@of.example" }]);
      const { id: second } = await importLeads(
        db,
        sales,
        [{ email: "b@of.example", company: "Later" }, { email: "c@of.example" }],
        "update",
        { owner_id: sales.id },
      );
      const { id: third } = await importLeads(db, sales, [{ email: "a@of.example" }]);
      const found = async (who: Person, is: string, value: unknown) => {
        const { answer } = await runAs<{ answer: { rows: { email: string | null }[] } }>(
          db,
          who,
          "select public.list_leads('all', $1::text::jsonb) as answer",
          [JSON.stringify({ op: "and", rules: [{ field: "import", is, value }] })],
        );
        return answer.rows.map(({ email }) => email?.replace("@of.example", "")).toSorted();
      };
      expect(await found(admin, "eq", first)).toEqual(["a", "b"]);
      expect(await found(admin, "eq", second)).toEqual(["b", "c"]);
      expect(await found(other, "eq", second)).toEqual(["b"]);
      expect(await found(admin, "eq", third)).toEqual([]);
      expect(await found(admin, "in", [first, second])).toEqual(["a", "b", "c"]);
      const others = await found(admin, "not", [first, second]);
      expect(others.length).toBeGreaterThan(0);
      expect(others.filter((email) => ["a", "b", "c"].includes(email ?? ""))).toEqual([]);
      await db.run("insert into public.accounts (id, name, slug) values ($1, 'Apart', 'apart')", [third]);
      await db.run("update public.lead_imports set account_id = $1 where id = $2", [third, first]);
      expect(await found(admin, "eq", first)).toEqual([]);
      const wrong = (is: string, value?: unknown) =>
        refusalCode(db, admin, "select public.list_leads('all', $1::text::jsonb)", [
          JSON.stringify({ op: "and", rules: [{ field: "import", is, value }] }),
        ]);
      for (const [is, value] of [
        ["empty"],
        ["filled"],
        ["eq"],
        ["eq", "') or true --"],
        ["in", []],
        ["over", first],
      ] as const)
        expect(await wrong(is, value), `${is} ${value}`).toBe("22023");
    });
  });

  test("belong to their creator, are run only by the host, and stop if the creator left the team", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, "pending sales": pending, owner, admin } = world.people;
    await rolledBack(db, async () => {
      const id = await stagedImport(db, sales, [{ email: "y@import.example" }]);
      for (const call of [
        "start_lead_import($1)",
        "cancel_lead_import($1)",
        "undo_lead_import($1)",
        "lead_import_problems($1)",
        "lead_import_matches($1)",
      ]) {
        expect(await refusalCode(db, other, `select public.${call}`, [id])).toBe("PT404");
        expect(await refusalCode(db, pending, `select public.${call}`, [id])).toBe("42501");
        expect(await refusalCode(db, owner, `select public.${call}`, [id])).toBe("42501");
      }
      expect(await refusalCode(db, other, OPEN_IMPORT, [id, ["E-mail"], '["email"]', "{}"])).toBe("42501");
      expect(
        await refusalCode(db, sales, OPEN_IMPORT, [
          randomUUID(),
          ["E-mail"],
          '["email"]',
          JSON.stringify({ owner_id: owner.id }),
        ]),
      ).toBe("22023");
      expect(await refusalCode(db, admin, "select public.run_lead_import($1, 10)", [id])).toBe("42501");
      await runAs(db, sales, "select public.start_lead_import($1)", [id]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [sales.id]);
      expect(await runImport(db, id)).toMatchObject({ status: "failed", created: 0 });
    });
  });
});
