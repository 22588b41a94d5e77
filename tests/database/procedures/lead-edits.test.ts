import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, createPerson, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow, changeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

type Edit = { field: string; from: unknown; to: unknown };

const editsOf = async (db: TestDatabase, lead: string, known: { id: string }[] = []) => {
  await becomeOwner(db);
  const { rows } = await db.run<{ id: string; actor: string; fields: Edit[] }>(
    `select id, actor_id as actor, payload -> 'fields' as fields from public.lead_activities
     where lead_id = $1 and kind = 'edit' and id <> all ($2)`,
    [lead, known.map(({ id }) => id)],
  );
  return rows;
};

const text = fc.string({ minLength: 1, maxLength: 90, unit: "grapheme-ascii" }).filter((word) => word.trim() === word);
const changes = fc
  .record(
    {
      company: fc.option(text),
      job_title: fc.option(text),
      goals: fc.option(fc.constantFrom("More clients", "x".repeat(300), "🚀".repeat(200))),
      value_cents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
      tier_interest: fc.shuffledSubarray(["Pro", "Base", "Launch"]),
      tags: fc.uniqueArray(fc.constantFrom("hot", "cold", "vip", "dental", "gym"), { maxLength: 4 }),
    },
    { requiredKeys: [] },
  )
  .filter((wanted) => Object.keys(wanted).length > 0);

/** What the history keeps of a fact, computed here in another way. */
const shortened = (value: unknown) => {
  const letters = typeof value === "string" ? [...value] : [];
  if (typeof value !== "string") return value ?? null;
  return letters.length > 120 ? `${letters.slice(0, 119).join("")}…` : value || null;
};
const lacking = (list: unknown, other: unknown) => {
  const rest = (list as string[]).filter((one) => !(other as string[]).includes(one));
  return rest.length > 0 ? rest : null;
};

onEveryDatabase("The history of a lead", (given) => {
  test("has who changed which fact, from what to what, and the undo in the other direction", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const rep = world.people["active sales"];
      await fc.assert(
        fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (all) => {
          const id = await addLeadRow(db, rep, { first_name: "Ann" });
          for (const wanted of all) {
            const before = (await readLead(db, id)) as Record<string, unknown>;
            const known = await editsOf(db, id);
            const { batch_id } = await changeLeads(db, rep, [id], wanted);
            const after = (await readLead(db, id)) as Record<string, unknown>;
            const expected = Object.keys(wanted)
              .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
              .sort()
              .map((field) =>
                field === "tags" || field === "tier_interest"
                  ? { field, from: lacking(before[field], after[field]), to: lacking(after[field], before[field]) }
                  : { field, from: shortened(before[field]), to: shortened(after[field]) },
              )
              // A list in another order says the same.
              .filter(({ from, to }) => from !== null || to !== null);
            const [added, ...more] = await editsOf(db, id, known);
            expect(more).toEqual([]);
            expect(added === undefined).toBe(expected.length === 0);
            expect(added ?? { fields: [] }).toMatchObject({ fields: expected, ...(added && { actor: rep.id }) });
            if (!added) continue;
            await undoBatch(db, rep, batch_id);
            const reverse = expected.map(({ field, from, to }) => ({ field, from: to, to: from }));
            const undone = await editsOf(db, id, [...known, added]);
            expect(undone.map(({ fields }) => fields)).toEqual([reverse]);
          }
        }),
        { numRuns: 10 },
      );
    }));

  test("has no edits by the product itself, and as many as leads for a change of many", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const rep = await createPerson(db, "active sales");
      const leads = [];
      for (const name of ["Ann", "Ben", "Cy"]) leads.push(await addLeadRow(db, rep, { first_name: name }));
      await becomeOwner(db);
      await db.run("update public.leads set company = 'Acme' where id = any ($1)", [leads]);
      for (const id of leads) expect(await editsOf(db, id)).toEqual([]);
      await changeLeads(db, rep, leads, { add_tags: ["hot"], stage: "connected" });
      for (const id of leads)
        expect((await editsOf(db, id)).map(({ fields }) => fields)).toEqual([
          [{ field: "tags", from: null, to: ["hot"] }],
        ]);
    }));
});
