import { expect, test } from "vitest";
import { outcomeAs, refusalCode } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, mergeLeads } from "../../support/lead-rows.ts";

const EXPORT = "select row ->> 'first_name' as name, row from public.export_leads($1, $2, $3) as row";
type Exported = { name: string; row: { id: string; created_at: string; owner: string | null } };
const MINE = { op: "and", rules: [{ field: "tags", is: "contains", value: "export" }] };

onEveryDatabase("The lead export", (given) => {
  const exported = async (db: Session, who: Person, after: object | null = null, limit = 1000) =>
    (await outcomeAs<Exported>(db, who, EXPORT, [JSON.stringify(MINE), after && JSON.stringify(after), limit])).rows;
  const withLeads = (work: (db: Session) => Promise<void>) => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    return rolledBack(db, async () => {
      const add = (owner: Person | null, first_name: string, more: object = {}) =>
        addLeadRow(db, owner, { first_name, tags: ["export"], ...more });
      const mine = await add(sales, "Mine", { created_at: "2026-03-01" });
      await add(other, "Colleague's", { created_at: "2026-02-01" });
      await add(null, "Nobody's", { created_at: "2026-01-01" });
      await add(sales, "Archived", { archived_at: "2026-03-01" });
      await add(sales, "Spam", { is_spam: true });
      await mergeLeads(db, sales, mine, await add(sales, "Merged"));
      await work(db);
    });
  };

  test("has a rep's own and unowned leads, all leads for admins, and no archived ones", () =>
    withLeads(async (db) => {
      const { "active sales": sales, "other active sales": other, admin } = given().world.people;
      const names = async (who: Person) => (await exported(db, who)).map(({ name }) => name);
      expect(await names(sales)).toEqual(["Mine", "Nobody's"]);
      expect(await names(other)).toEqual(["Colleague's", "Nobody's"]);
      expect(await names(admin)).toEqual(["Mine", "Colleague's", "Nobody's"]);
    }));

  test("is refused for everybody else, and for a rep as soon as they are deactivated", () =>
    withLeads(async (db) => {
      const { people } = given().world;
      for (const kind of ["no role", "owner", "pending sales", "inactive"] as const)
        expect(await refusalCode(db, people[kind], EXPORT, [null, null, 10]), kind).toBe("42501");
      expect(await exported(db, people["active sales"])).not.toEqual([]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [people["active sales"].id]);
      expect(await refusalCode(db, people["active sales"], EXPORT, [null, null, 10])).toBe("42501");
    }));

  test("matches the filtered list: archived leads and spam on request, merged leads never", () =>
    withLeads(async (db) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const names = async (who: Person, field: string) => {
        const filter = { op: "and", rules: [...MINE.rules, { field, is: "eq", value: true }] };
        const { rows } = await outcomeAs<Exported>(db, who, EXPORT, [JSON.stringify(filter), null, 10]);
        return rows.map(({ name }) => name);
      };
      expect(await names(sales, "archived")).toEqual(["Archived"]);
      expect(await names(sales, "is_spam")).toEqual(["Spam"]);
      expect(await names(other, "archived")).toEqual([]);
    }));

  test("names the currency of amounts", () =>
    withLeads(async (db) => {
      await db.run("update public.agency_settings set currency = 'jpy'");
      const [first] = await exported(db, given().world.people.admin);
      expect(first?.row).toMatchObject({ currency: "jpy" });
    }));

  test("has the answers of a lead's last form with its questions, without what has fields of its own", () =>
    withLeads(async (db) => {
      const { admin } = given().world.people;
      const form = (daysAgo: number, payload: object) =>
        db.run(
          `insert into public.lead_activities (lead_id, kind, occurred_at, payload)
           select id, 'form', now() - $2 * interval '1 day', $1::text::jsonb from public.leads where first_name = 'Mine'`,
          [JSON.stringify(payload), daysAgo],
        );
      await form(3, { answers: { budget: "$1,000" } });
      await form(2, {
        answers: { message: "May", email: "mine@example.com", budget: "$5,000", roof: "", city: "Reno" },
        asked: [
          { name: "city", question: "City" },
          { name: "email", question: "Your email" },
          { name: "roof", question: "Roof" },
          { name: "message", question: "When do you want to start?" },
          { name: "budget", question: "Budget:" },
        ],
      });
      await form(1, { form: "booking" });
      const answers = (await exported(db, admin)).map(
        ({ row }) => (row as { form_answers?: string | null }).form_answers,
      );
      expect(answers).toEqual(["City: Reno\nWhen do you want to start? May\nBudget: $5,000", null, null]);
      await form(0, { answers: { budget: "$9,000", message: "Call me", email: "mine@example.com" } });
      const [last] = await exported(db, admin);
      expect(last?.row).toMatchObject({ form_answers: "budget: $9,000" });
    }));

  test("comes page by page, each lead once, and a wrong filter is refused", () =>
    withLeads(async (db) => {
      const { admin } = given().world.people;
      const names: string[] = [];
      for (let page = await exported(db, admin, null, 2); page.length > 0; ) {
        names.push(...page.map(({ name }) => name));
        const last = page.at(-1)?.row;
        page = await exported(db, admin, { created_at: last?.created_at, id: last?.id }, 2);
      }
      expect(names).toEqual(["Mine", "Colleague's", "Nobody's"]);
      const wrong = JSON.stringify({ op: "and", rules: [{ field: "password", is: "eq", value: "x" }] });
      expect(await refusalCode(db, admin, EXPORT, [wrong, null, 10])).toBe("22023");
    }));
});
