import { infiniteQueryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

/** The stored columns of a row by name. */
const auditedRow = z.nullable(z.record(z.string(), z.unknown()));
export type AuditedRow = z.infer<typeof auditedRow>;

/** The filter; an empty string means all. `from` is a date, YYYY-MM-DD. */
export type AuditFilter = {
  table: string;
  action: string;
  actor: string;
  from: string;
  /** The address of the person whom the entries are about. */
  subject: string;
  /** The account whose own row, members, loans and invitations the entries are about. */
  account?: string;
};

const COLUMNS = "id, happened_at, actor_email, action, table_name, row_id, subject, before, after";
const PAGE_SIZE = 50;
const STALE_TIME_MS = 5_000;

/** The audit log entries, newest first. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.auditLog(), filter],
    queryFn: ({ pageParam }) => listAuditEntries(filter, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    staleTime: STALE_TIME_MS,
  });

/** A page of entries with smaller IDs than `below`; `next` is where the next page starts. */
async function listAuditEntries(filter: AuditFilter, below: number | null) {
  const found = await runQuery((db) => {
    let query = db.from("audit_log").select(COLUMNS).order("id", { ascending: false }).limit(PAGE_SIZE);
    if (below !== null) query = query.lt("id", below);
    if (filter.table) query = query.eq("table_name", filter.table);
    if (filter.action) query = query.eq("action", filter.action);
    if (filter.actor) query = query.ilike("actor_email", `%${filter.actor.replace(/[%_\\]/g, "\\$&")}%`);
    if (filter.subject) query = query.eq("subject", filter.subject);
    if (filter.account)
      query = query
        .in("table_name", ["accounts", "account_members", "account_loans", "invitations"])
        .or(
          `row_id.eq.${filter.account},row_id.like.${filter.account} *,after->>account_id.eq.${filter.account},before->>account_id.eq.${filter.account}`,
        );
    if (filter.from) query = query.gte("happened_at", new Date(`${filter.from}T00:00:00`).toISOString());
    return query;
  });
  const entries = found.map((entry) => ({
    ...entry,
    before: z.parse(auditedRow, entry.before),
    after: z.parse(auditedRow, entry.after),
  }));
  return { entries, next: entries.length === PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>["entries"][number];

/** Reverts a change or restores a deleted row. PT409: it is no longer safe; the message gives the reason. */
export async function restoreAuditEntry(id: number): Promise<void> {
  await rpc("restore_audit_entry", { p_entry_id: id });
}
