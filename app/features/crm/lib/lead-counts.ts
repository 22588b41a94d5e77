import { notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { changeCached } from "~/shared/change-cached.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { addTags, removeTag } from "../../../../domain/lead-tags.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { excludesStage, type FilterGroup } from "./lead-filter.ts";

type Row = { id: string; stage: string; value_cents: number | null; owner_id?: string | null; tags?: string[] };
type Pages = { pages: { rows: Row[] }[] };
type Column = { stage: string; leads: number | null; value_cents: number | null; cards: { rows: Row[] } | null };
type Board = { columns: Column[] };
type Total = { leads: number; value_cents: number };
type Pulse = { leads: number; counts?: Record<string, Total> };
type List = { scope: string; filter: FilterGroup };
type Changes = { [field: string]: Json };

/** A change of cached data and the opposite change. */
type Step = { key: QueryKey; forward: (data: never) => unknown; backward: (data: never) => unknown };

export type Prediction = {
  /** Restores the caches after a failure. */
  revert: () => void;
  /** Shows the change as undone, and returns a function for when the undo fails. */
  undo: () => () => void;
};

/** The key of the count of a list, in the pulse. */
export const countKey = ({ scope, filter }: { scope: string; filter: FilterGroup | null }): string =>
  JSON.stringify([scope, filter]);

/**
 * Shows a change of leads before it is stored: in every list, in the counts that include the leads, and on their pages. All of
 * them change in the same frame. What cannot be known here, such as the leads that enter a list, follows with the answer.
 */
export function predictChange(client: QueryClient, leadIds: readonly string[], changes: Changes): Prediction {
  const steps = planSteps(client, new Set(leadIds), changes);
  const run = (way: "forward" | "backward") =>
    // One notification for all queries. Otherwise a frame may show some of the new counts beside an old one.
    notifyManager.batch(() => {
      const reverts = steps.map((step) => changeCached<never>(client, step.key, step[way] as (data: never) => never));
      return () => notifyManager.batch(() => reverts.forEach((revert) => void revert()));
    });
  return { revert: run("forward"), undo: () => run("backward") };
}

function planSteps(client: QueryClient, ids: ReadonlySet<string>, changes: Changes): Step[] {
  const steps: Step[] = [];
  const lost = new Map<string, Total>();
  const archived = new Map<string, Row>();
  const archives = changes["archived"] === true || changes["is_spam"] === true;
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: ["crm", "leads"] })) {
    const list = key[2] as List | undefined;
    if (!data || !list || includesArchived(key)) continue;
    const rows = data.pages.flatMap((page) => page.rows).filter(({ id }) => ids.has(id));
    if (rows.length === 0) continue;
    const gone = new Map(
      rows.filter((row) => archives || leaves(list, changed(row, changes))).map((row) => [row.id, row]),
    );
    if (archives) for (const [id, row] of gone) archived.set(id, row);
    // One count belongs to the list in all its orders.
    if (gone.size > 0) lost.set(countKey(list), totalOf([...gone.values()]));
    if (gone.size > 0 && !steps.some((step) => isSameKey(step.key, totalKey(list))))
      steps.push({ key: totalKey(list), ...moveTotal(totalOf([...gone.values()])) });
    steps.push({ key, ...changeList(data, gone, ids, changes) });
  }
  for (const [key, data] of client.getQueriesData<Board>({ queryKey: ["crm", "board", "columns"] })) {
    if (!archives || !data || includesArchived(key)) continue;
    const cards = data.columns.flatMap(({ cards }) => cards?.rows ?? []).filter(({ id }) => ids.has(id));
    if (cards.length === 0) continue;
    for (const card of cards) archived.set(card.id, card);
    steps.push({ key, ...shrinkBoard(data, ids) });
  }
  if (archived.size > 0 || lost.size > 0) steps.push({ key: queryKeys.crmChange(), ...movePulse(archived.size, lost) });
  const pages = [...ids].slice(0, 20).map((id) => queryKeys.crmLead(id));
  for (const key of pages) {
    const before = client.getQueryData<Row>(key);
    if (before) steps.push({ key, forward: (lead: Row) => changed(lead, changes), backward: () => before });
  }
  return steps;
}

const isSameKey = (one: QueryKey, other: QueryKey) => JSON.stringify(one) === JSON.stringify(other);
const totalKey = ({ scope, filter }: List): QueryKey => ["crm", "leads-count", { scope, filter }];

function totalOf(rows: Row[]): Total {
  return { leads: rows.length, value_cents: rows.reduce((sum, row) => sum + (row.value_cents ?? 0), 0) };
}

function plus<Given extends Total>(total: Given, { leads, value_cents }: Total, sign: 1 | -1): Given {
  return {
    ...total,
    leads: Math.max(0, total.leads + sign * leads),
    value_cents: total.value_cents + sign * value_cents,
  };
}

const moveTotal = (gone: Total) => ({
  forward: (total: Total) => plus(total, gone, -1),
  backward: (total: Total) => plus(total, gone, 1),
});

function movePulse(archived: number, lost: ReadonlyMap<string, Total>) {
  const move = (sign: 1 | -1) => (pulse: Pulse) => ({
    ...pulse,
    leads: Math.max(0, pulse.leads + sign * archived),
    ...(pulse.counts && {
      counts: Object.fromEntries(
        Object.entries(pulse.counts).map(([key, total]) => {
          const gone = lost.get(key);
          return [key, gone ? plus(total, gone, sign) : total];
        }),
      ),
    }),
  });
  return { forward: move(-1), backward: move(1) };
}

/** Removes the rows that leave a list and changes the others, or puts all of them back where they were. */
function changeList(data: Pages, gone: ReadonlyMap<string, Row>, ids: ReadonlySet<string>, changes: Changes) {
  const old = new Map(data.pages.flatMap((page) => page.rows).map((row) => [row.id, row]));
  const places = data.pages.flatMap((page, at) => page.rows.map((row, place) => ({ at, place, row })));
  return {
    forward: (list: Pages): Pages => ({
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        rows: page.rows.filter(({ id }) => !gone.has(id)).map((row) => (ids.has(row.id) ? changed(row, changes) : row)),
      })),
    }),
    backward: (list: Pages): Pages => {
      const known = new Set(list.pages.flatMap((page) => page.rows).map(({ id }) => id));
      const pages = list.pages.map((page) => ({
        ...page,
        rows: page.rows.map((row) => (ids.has(row.id) ? (old.get(row.id) ?? row) : row)),
      }));
      for (const { at, place, row } of places)
        if (gone.has(row.id) && !known.has(row.id)) pages[Math.min(at, pages.length - 1)]?.rows.splice(place, 0, row);
      return { ...list, pages };
    },
  };
}

function shrinkBoard(data: Board, ids: ReadonlySet<string>) {
  const goneOf = (stage: string) =>
    (data.columns.find((column) => column.stage === stage)?.cards?.rows ?? []).filter(({ id }) => ids.has(id));
  const move = (sign: 1 | -1) => (board: Board) => ({
    ...board,
    columns: board.columns.map((column) => {
      const gone = goneOf(column.stage);
      if (gone.length === 0 || !column.cards) return column;
      const rows = column.cards.rows.filter(({ id }) => !ids.has(id));
      const total = plus({ leads: column.leads ?? 0, value_cents: column.value_cents ?? 0 }, totalOf(gone), sign);
      return {
        ...column,
        leads: column.leads === null ? null : total.leads,
        value_cents: column.value_cents === null ? null : total.value_cents,
        cards: { ...column.cards, rows: sign === 1 ? [...gone, ...rows] : rows },
      };
    }),
  });
  return { forward: move(-1), backward: move(1) };
}

/** The row with the changes that a row shows. */
function changed<Lead extends Row>(row: Lead, changes: Changes): Lead {
  const next = { ...row };
  if (typeof changes["stage"] === "string") next.stage = changes["stage"];
  if ("user_id" in changes) next.owner_id = changes["user_id"] as string | null;
  const [more, fewer] = [changes["add_tags"] ?? [], changes["remove_tags"] ?? []] as string[][];
  if (row.tags && (more?.length || fewer?.length))
    next.tags = (fewer ?? []).reduce(removeTag, addTags(row.tags, more ?? []));
  return next;
}

/** Whether a row certainly no longer belongs to a list, because of its stage. */
const leaves = ({ filter }: List, row: Row): boolean => Boolean(filter) && excludesStage(filter, row.stage);

/** Lists that show archived leads keep them. */
const includesArchived = (key: QueryKey) => JSON.stringify(key).includes('"archived"');
