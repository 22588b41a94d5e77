import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addTags, MAX_TAG_LENGTH, MAX_TAGS, tagKey } from "../../../domain/lead-tags.ts";
import { outcomeAs, refusal } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow, CHANGE_LEADS, changeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

type Tag = { tag: string; leads: string | number };

async function tagsFor(db: TestDatabase, who: Person, query = "", limit = 20): Promise<string[]> {
  const { rows } = await outcomeAs<Tag>(db, who, "select * from public.list_lead_tags($1, $2)", [query, limit]);
  return (rows as Tag[]).map(({ tag, leads }) => `${tag} ${leads}`);
}

const COUNTED = `select coalesce(user_id::text, '') as owner, tag, count(*)::int as leads
  from public.leads as lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
  where archived_at is null and not is_spam group by 1, 2 order by 1, 2`;
const KEPT = "select owner, tag, leads::int from private.lead_tags order by 1, 2";

onEveryDatabase("Tags of leads", (given) => {
  test("are listed by use, the same tag and beginnings first, and only of leads that the caller sees", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      for (const tags of [["vip"], ["vip", "hot"], ["vip", "hot"], ["very vip"]]) await addLeadRow(db, sales, { tags });
      await addLeadRow(db, other, { tags: ["hot", "theirs"] });
      expect(await tagsFor(db, sales)).toEqual(["vip 3", "hot 2", "very vip 1"]);
      expect(await tagsFor(db, admin)).toEqual(["hot 3", "vip 3", "theirs 1", "very vip 1"]);
      expect(await tagsFor(db, other)).toEqual(["hot 1", "theirs 1"]);
      expect(await tagsFor(db, sales, " V")).toEqual(["vip 3", "very vip 1"]);
      expect(await tagsFor(db, sales, "VIP")).toEqual(["vip 3", "very vip 1"]);
      expect(await tagsFor(db, sales, "ery  ")).toEqual(["very vip 1"]);
      expect(await tagsFor(db, sales, "%")).toEqual([]);
      expect(await tagsFor(db, admin, "", 2)).toHaveLength(2);
      expect(await tagsFor(db, admin, "", -5)).toHaveLength(1);
    });
  });

  test("stay counted through changes, archiving, undo, new owners and deleted leads", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const kept = async () => (await db.run(KEPT)).rows;
      const counted = async () => (await db.run(COUNTED)).rows;
      const leads = [
        await addLeadRow(db, sales, { tags: ["vip"] }),
        await addLeadRow(db, null, { tags: ["vip", "hot"] }),
      ];
      for (const changes of [
        { add_tags: ["cold", "vip"] },
        { remove_tags: ["HOT"] },
        { user_id: admin.id },
        { archived: true },
        { is_spam: true },
      ]) {
        const { batch_id } = await changeLeads(db, admin, leads, changes);
        expect(await kept()).toEqual(await counted());
        await undoBatch(db, admin, batch_id);
        expect(await kept()).toEqual(await counted());
      }
      await db.run("delete from public.leads where id = any ($1)", [leads]);
      expect(await kept()).toEqual(await counted());
      expect((await kept()).map((row) => (row as { tag: string }).tag)).not.toContain("vip");
    });
  });

  test("have one spelling: a tag that differs in case or spaces is the known one", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await addLeadRow(db, sales, { tags: ["Hot lead"] });
      const lead = await addLeadRow(db, sales, { tags: [] });
      await changeLeads(db, sales, [lead], { add_tags: ["  hot   LEAD ", "New one", "new  one", " "] });
      expect(await readLead(db, lead)).toMatchObject({ tags: ["Hot lead", "New one"] });
      await changeLeads(db, sales, [lead], { tags: ["hot lead", "HOT LEAD"] });
      expect(await readLead(db, lead)).toMatchObject({ tags: ["Hot lead"] });
      await changeLeads(db, sales, [lead], { remove_tags: ["HOT  lead"] });
      expect(await readLead(db, lead)).toMatchObject({ tags: [] });
    });
  });

  test("from before that are listed as one, and a filter by one spelling finds all", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run("alter table public.leads disable trigger spell_tags_added");
      for (const tag of ["Old", "old", "old"]) await addLeadRow(db, sales, { tags: [tag] });
      expect(await tagsFor(db, sales, "OLD")).toEqual(["old 3"]);
      for (const [is, found] of [
        ["in", "3"],
        ["eq", "3"],
        ["not", null],
      ] as const) {
        const filter = { op: "and", rules: [{ field: "tags", is, value: is === "eq" ? " OLD" : [" OLD"] }] };
        const { rows } = await outcomeAs<{ leads: string }>(
          db,
          sales,
          "select leads::text from public.count_leads_matching('mine', $1)",
          [JSON.stringify(filter)],
        );
        if (found) expect((rows as { leads: string }[])[0]?.leads).toBe(found);
        else expect(Number((rows as { leads: string }[])[0]?.leads)).toBeGreaterThan(0);
      }
    });
  });

  test("that are too long, and too many tags, are refused with their reason", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { tags: [] });
      const refused = async (changes: object) =>
        (await refusal(db, sales, CHANGE_LEADS, [randomUUID(), [lead], JSON.stringify(changes), null]))?.message;
      const many = Array.from({ length: MAX_TAGS }, (_, at) => `tag ${at}`);
      expect(await refused({ add_tags: ["a".repeat(MAX_TAG_LENGTH + 1)] })).toBe("A tag can have up to 40 characters");
      expect(await refused({ tags: ["a".repeat(MAX_TAG_LENGTH + 1)] })).toBe("A tag can have up to 40 characters");
      expect(await refused({ add_tags: [...many, "one more"] })).toBe("A lead can have up to 50 tags");
      await changeLeads(db, sales, [lead], { add_tags: [...many, "a".repeat(MAX_TAG_LENGTH)].slice(1) });
      expect(await refused({ add_tags: ["one more"] })).toBe("A lead can have up to 50 tags");
    });
  });

  test("have the same key in the browser and in the database", async () => {
    const { db } = given();
    const letter = fc.constantFrom("a", "B", "é", "ß", "9", "-", " ", "  ", "\t", "\n", "\u00a0");
    const texts = fc.sample(
      fc.array(letter, { maxLength: 12 }).map((parts) => parts.join("")),
      200,
    );
    const { rows } = await db.run<{ keys: string[] }>(
      "select array_agg(private.tag_key(one.tag) order by one.place) as keys from unnest($1::text[]) with ordinality as one (tag, place)",
      [texts],
    );
    expect(rows[0]?.keys).toEqual(texts.map(tagKey));
    const { rows: spelled } = await db.run<{ tags: string[] }>(
      "select private.spell_tags(private.agency_account(), $1) as tags",
      [texts.slice(0, 30)],
    );
    expect(spelled[0]?.tags).toEqual(addTags([], texts.slice(0, 30)));
  });
});
