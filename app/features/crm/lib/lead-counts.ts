import { notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { changeCached } from "~/shared/change-cached.ts";
import { queryKeys } from "~/shared/query-keys.ts";

type Row = { id: string; stage: string; value_cents: number | null };
type Pages = { pages: { rows: Row[] }[] };
type Column = { stage: string; leads: number | null; value_cents: number | null; cards: { rows: Row[] } | null };
type Total = { leads: number; value_cents: number };

/**
 * Removes archived leads from every list and from every count that includes them: the sidebar, the head of the list, the columns
 * of the board. All of them change in the same frame. Returns a function that restores them.
 */
export function removeFromCaches(client: QueryClient, leadIds: readonly string[]): () => void {
  // One notification for all queries. Otherwise a frame may show some of the new counts beside an old one.
  return notifyManager.batch(() => remove(client, leadIds));
}

function remove(client: QueryClient, leadIds: readonly string[]): () => void {
  const ids = new Set(leadIds);
  const gone = new Map<string, Row>();
  const reverts: (() => void)[] = [];
  const change = <Data>(key: QueryKey, apply: (data: Data) => Data) =>
    reverts.push(changeCached<Data>(client, key, apply));
  const isGone = (row: Row) => {
    if (!ids.has(row.id)) return false;
    gone.set(row.id, row);
    return true;
  };

  const counted = new Set<string>();
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: ["crm", "leads"] })) {
    if (!data || includesArchived(key)) continue;
    const rows = data.pages.flatMap((page) => page.rows).filter(isGone);
    if (rows.length === 0) continue;
    change<Pages>(key, (list) => ({
      ...list,
      pages: list.pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => !ids.has(id)) })),
    }));
    // One count belongs to the list in all its orders.
    const { scope, filter } = key[2] as { scope: unknown; filter: unknown };
    const countKey = ["crm", "leads-count", { scope, filter }];
    if (counted.has(JSON.stringify(countKey))) continue;
    counted.add(JSON.stringify(countKey));
    const known = new Map(rows.map((row) => [row.id, row]));
    change<Total>(countKey, (total) => without(total, [...known.values()]));
  }
  for (const [key, data] of client.getQueriesData<{ columns: Column[] }>({ queryKey: ["crm", "board", "columns"] })) {
    if (!data || includesArchived(key)) continue;
    if (!data.columns.some(({ cards }) => (cards?.rows ?? []).some(isGone))) continue;
    change<{ columns: Column[] }>(key, (board) => ({
      ...board,
      columns: board.columns.map((one) => shrink(one, ids)),
    }));
  }
  if (gone.size > 0)
    change<{ leads: number }>(queryKeys.crmChange(), (pulse) => ({
      ...pulse,
      leads: Math.max(0, pulse.leads - gone.size),
    }));
  return () => notifyManager.batch(() => reverts.forEach((revert) => void revert()));
}

function shrink(column: Column, ids: ReadonlySet<string>): Column {
  const rows = column.cards?.rows ?? [];
  const left = rows.filter(({ id }) => ids.has(id));
  if (left.length === 0 || !column.cards) return column;
  const { leads, value_cents } = column;
  const total = leads === null || value_cents === null ? { leads, value_cents } : without({ leads, value_cents }, left);
  return { ...column, ...total, cards: { ...column.cards, rows: rows.filter(({ id }) => !ids.has(id)) } };
}

function without({ leads, value_cents, ...rest }: Total, gone: Row[]): Total {
  const value = gone.reduce((sum, row) => sum + (row.value_cents ?? 0), 0);
  return { ...rest, leads: Math.max(0, leads - gone.length), value_cents: value_cents - value };
}

/** Lists that show archived leads keep them. */
const includesArchived = (key: QueryKey) => JSON.stringify(key).includes('"archived"');
