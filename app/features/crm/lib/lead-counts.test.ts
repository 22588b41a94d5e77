import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { expect, test } from "vitest";
import { queryKeys } from "~/shared/query-keys.ts";
import { countKey, predictChange } from "./lead-counts.ts";
import type { FilterGroup } from "./lead-filter.ts";

const STAGES = ["new", "connected", "won"];
const LIST = ["crm", "leads", { scope: "all", filter: { op: "and", rules: [] }, sort: "-arrived" }];
const COUNT = ["crm", "leads-count", { scope: "all", filter: { op: "and", rules: [] } }];
const BOARD = ["crm", "board", "columns", { scope: "all" }];
const ARCHIVED = [
  "crm",
  "leads",
  { scope: "all", filter: { op: "and", rules: [{ field: "archived" }] }, sort: "name" },
];

type Lead = { id: string; stage: string; value_cents: number };

function cachesWith(leads: Lead[]): QueryClient {
  const client = new QueryClient();
  const value = (some: Lead[]) => some.reduce((sum, lead) => sum + lead.value_cents, 0);
  client.setQueryData(LIST, { pages: [{ rows: leads.slice(0, 3) }, { rows: leads.slice(3) }] });
  client.setQueryData(ARCHIVED, { pages: [{ rows: leads }] });
  client.setQueryData(COUNT, { leads: leads.length, value_cents: value(leads) });
  const counts = {
    [countKey({ scope: "all", filter: { op: "and", rules: [] } })]: { leads: leads.length, value_cents: value(leads) },
  };
  client.setQueryData(queryKeys.crmChange(), { leads: leads.length, unanswered: 0, counts });
  const columns = STAGES.map((stage) => {
    const rows = leads.filter((lead) => lead.stage === stage);
    return { stage, leads: rows.length, value_cents: value(rows), cards: { rows } };
  });
  client.setQueryData(BOARD, { columns });
  return client;
}

/** Every number of leads, and every sum of their values, that the screens show. */
function readCaches(client: QueryClient) {
  const { columns } = client.getQueryData<{
    columns: { leads: number; value_cents: number; cards: { rows: Lead[] } }[];
  }>(BOARD) ?? { columns: [] };
  const list = client.getQueryData<{ pages: { rows: Lead[] }[] }>(LIST)?.pages.flatMap(({ rows }) => rows) ?? [];
  const pulse = client.getQueryData<{ leads: number; counts: Record<string, { leads: number }> }>(
    queryKeys.crmChange(),
  );
  const count = client.getQueryData<{ leads: number; value_cents: number }>(COUNT);
  return {
    counts: [
      list.length,
      count?.leads,
      pulse?.leads,
      Object.values(pulse?.counts ?? {})[0]?.leads,
      columns.reduce((sum, { leads }) => sum + leads, 0),
      columns.reduce((sum, { cards }) => sum + cards.rows.length, 0),
    ],
    values: [count?.value_cents, columns.reduce((sum, { value_cents }) => sum + value_cents, 0)],
    archived: client.getQueryData<{ pages: { rows: Lead[] }[] }>(ARCHIVED)?.pages[0]?.rows.length,
  };
}

test("all counts change together, through any sequence of archived leads, failures and undos", () => {
  const step = fc.record({
    ids: fc.subarray(["0", "1", "2", "3", "4", "5", "unknown"]),
    ends: fc.constantFrom("fails", "stays", "is undone", "undo fails"),
  });
  const lead = fc.record({ stage: fc.constantFrom(...STAGES), value_cents: fc.nat(1_000) });
  fc.assert(
    fc.property(fc.array(lead, { minLength: 6, maxLength: 6 }), fc.array(step, { maxLength: 8 }), (facts, steps) => {
      const leads = facts.map((fact, at) => ({ id: String(at), ...fact }));
      const client = cachesWith(leads);
      const left = new Set(leads.map(({ id }) => id));
      for (const { ids, ends } of steps) {
        const { revert, undo } = predictChange(client, ids, { archived: true });
        if (ends === "fails") revert();
        else if (ends === "is undone") undo();
        else {
          if (ends === "undo fails") undo()();
          for (const id of ids) left.delete(id);
        }
        const expected = leads.filter(({ id }) => left.has(id));
        const value = expected.reduce((sum, { value_cents }) => sum + value_cents, 0);
        const shown = readCaches(client);
        expect(shown.counts).toEqual(Array(6).fill(expected.length));
        expect(shown.values).toEqual([value, value]);
        expect(shown.archived).toBe(leads.length);
      }
      client.clear();
    }),
  );
});

test("a new stage removes a lead from a list of its old stage, with its count, and an undo returns it to its place", () => {
  const filter: FilterGroup = { op: "and", rules: [{ field: "stage", is: "in", value: ["new"] }] };
  const client = new QueryClient();
  const key = ["crm", "leads", { scope: "all", filter, sort: "name" }];
  const rows = ["a", "b", "c"].map((id) => ({ id, stage: "new", value_cents: 5, tags: [] }));
  client.setQueryData(key, { pages: [{ rows }] });
  client.setQueryData(queryKeys.crmChange(), {
    leads: 9,
    counts: { [countKey({ scope: "all", filter })]: { leads: 3, value_cents: 15 } },
  });
  const read = () => ({
    ids: client
      .getQueryData<{ pages: { rows: Lead[] }[] }>(key)
      ?.pages[0]?.rows.map(({ id }) => id)
      .join(""),
    pulse: client.getQueryData(queryKeys.crmChange()),
  });
  const before = read();
  const { undo } = predictChange(client, ["b"], { stage: "won" });
  expect(read()).toMatchObject({
    ids: "ac",
    pulse: { leads: 9, counts: { [countKey({ scope: "all", filter })]: { leads: 2, value_cents: 10 } } },
  });
  undo();
  expect(read()).toEqual(before);
});
