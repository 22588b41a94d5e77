import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { addDays } from "~/shared/day-range.ts";
import { fullName } from "~/shared/display-name.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { isCounting, RESTORABLE, type SubjectOf, subjectId } from "./audited-rows.ts";
import { loadPages, pageIdOf } from "./load-pages.ts";
import { loadRecordedMoney } from "./recorded-money.ts";
import { loadRemovals } from "./removals.ts";

/** The generated type of the function knows no empty columns. */
const restoreOutlooks = z.array(
  z.object({ entry_id: z.number(), problem: z.nullable(z.string()), emails: z.nullable(z.string()) }),
);
const auditedRow = z.nullable(z.record(z.string(), z.unknown()));

/** The filter; an empty string means all. `from` and `to` are dates of the reader's own zone, YYYY-MM-DD, both included. */
export type AuditFilter = {
  /** Words that the entries contain: in their values, or in the names of what they are about. */
  query: string;
  table: string;
  action: string;
  /** The id of the person who did it. */
  actor: string;
  from: string;
  to: string;
  /** The address of the person whom the entries are about. */
  subject: string;
  /** Accounts whose entries belong to the list, too. */
  accounts?: readonly string[];
};

export const NO_FILTER: AuditFilter = { query: "", table: "", action: "", actor: "", from: "", to: "", subject: "" };

/** An entry as stored. The generated type of the function knows no empty columns. */
type StoredEntry = Omit<Database["public"]["Tables"]["audit_log"]["Row"], "search_text" | "named_ids">;

const PAGE_SIZE = 50;
const STALE_TIME_MS = 5_000;
/** The most further entries of a page's last write. */
const MAX_WRITE = 1_000;

/** The audit log entries, newest first. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.auditLog(), filter],
    queryFn: ({ pageParam }) => listAuditEntries(filter, pageParam),
    placeholderData: keepPreviousData,
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    staleTime: STALE_TIME_MS,
  });

/** A page of entries with smaller IDs than `below`; `next` is where the next page starts. */
export async function listAuditEntries(filter: AuditFilter, below: number | null, pageSize = PAGE_SIZE) {
  const { query, table, action, actor, subject, accounts: own, from, to } = filter;
  const load = (start: number | null, write: number | null = null) =>
    rpc("search_audit_log", {
      p_query: query,
      p_table: table,
      p_action: action,
      p_subject: subject,
      p_limit: write === null ? pageSize : MAX_WRITE,
      ...(isUuid(actor) && { p_actor: actor }),
      ...(own && { p_accounts: [...own] }),
      ...(from && { p_from: startOfDay(from) }),
      ...(to && { p_until: startOfDay(addDays(to, 1)) }),
      ...(start !== null && { p_below: start }),
      ...(write !== null && { p_write: write }),
    });
  const found: StoredEntry[] = await load(below);
  const last = found.at(-1);
  const isFull = found.length === pageSize;
  // One write is one thing that happened, so a page has all of it.
  if (last?.write_id && isFull) found.push(...(await load(last.id, last.write_id)));
  const parsed = found.map((entry) => ({
    ...entry,
    before: z.parse(auditedRow, entry.before),
    after: z.parse(auditedRow, entry.after),
  }));
  const [names, kinds, accounts, invoices, requests, pages, removals, money, drafts, rows, live, outlooks] =
    await Promise.all([
      loadNames(parsed),
      loadKinds(parsed),
      loadAccounts(parsed),
      loadInvoices(parsed),
      loadRequests(parsed),
      loadPages(parsed),
      loadRemovals(parsed),
      loadRecordedMoney(parsed),
      loadDrafts(parsed),
      loadRows(parsed),
      loadPublished(parsed),
      loadOutlooks(parsed),
    ]);
  const entries = parsed
    // Sending an invoice takes the next number. The invoice's own entry says that it was sent.
    .filter((entry) => !isCounting(entry))
    .map((entry) => ({
      ...entry,
      actor_name: names.get(entry.actor_id ?? "") ?? null,
      actor_kind: kinds.get(entry.actor_id ?? "") ?? null,
      subject_name: names.get(subjectId(entry) ?? "") ?? null,
      subject_kind: kinds.get(subjectId(entry) ?? "") ?? null,
      account_name: accounts.get(entry.account_id ?? "")?.name ?? null,
      account_slug: accounts.get(entry.account_id ?? "")?.slug ?? null,
      invoice_number: invoices.get(invoiceIdOf(entry)) ?? null,
      request_business: requests.get(requestIdOf(entry)) ?? null,
      page_title: pages.get(pageIdOf(entry)) ?? null,
      /** Of a payment, refund or credit that was recorded by mistake. */
      removal: removals.get(entry.id) ?? null,
      /** Why it was removed, refunded or credited. */
      reason: removals.get(entry.id)?.reason ?? money.get(entry.id)?.reason ?? null,
      has_draft: drafts.has(entry.id),
      is_gone: rows.gone.has(entry.row_id),
      /** Whether the landing page is public now. */
      is_public: live.has(entry.row_id),
      /** Why it can't be reverted now, and who gets an email if it is. */
      outlook: outlooks.get(entry.id) ?? null,
      is_restored:
        money.get(entry.id)?.isRestored ??
        (entry.action === "insert" && (rows.deletedAt.get(entry.row_id) ?? entry.id) < entry.id),
      known: Object.fromEntries(
        idsOf(entry).flatMap((id) => {
          const name = names.get(id) || accounts.get(id)?.name || invoices.get(id) || pages.get(id);
          return name ? [[id, name]] : [];
        }),
      ) as Record<string, string>,
    }));
  return { entries, next: isFull ? (found.at(-1)?.id ?? null) : null };
}

const startOfDay = (day: string) => new Date(`${day}T00:00:00`).toISOString();

/** Everything that these values name by id. */
const idsOf = ({ before, after }: Pick<SubjectOf, "before" | "after">): string[] =>
  [before, after]
    .flatMap((row) => Object.values(row ?? {}))
    .filter((value) => typeof value === "string" && isUuid(value)) as string[];

/** The fields that name a person by id. */
const PERSON_FIELD = /(^|_)(user|client|owner|actor)_id$|_by$/;
const MAX_NAMES = 300;

/** The names of the people in these entries, by id. People who are gone, or gave no name, have none. */
async function loadNames(entries: (SubjectOf & { actor_id: string | null })[]): Promise<Map<string, string>> {
  const named = entries.flatMap(({ before, after }) =>
    [before, after].flatMap((row) =>
      Object.entries(row ?? {}).flatMap(([field, value]) => (PERSON_FIELD.test(field) ? [value] : [])),
    ),
  );
  const ids = [...new Set([...entries.flatMap((entry) => [entry.actor_id, subjectId(entry)]), ...named])]
    .filter((id) => typeof id === "string" && isUuid(id))
    .slice(0, MAX_NAMES) as string[];
  if (ids.length === 0) return new Map();
  const people = await runQuery((db) =>
    db.from("profiles").select("user_id, first_name, last_name").in("user_id", ids),
  );
  return new Map(people.map((person) => [person.user_id, fullName(person, "")] as const));
}

/** Whether these people have a client's record or a drawer of the team. People who are gone have neither. */
async function loadKinds(entries: (SubjectOf & { actor_id: string | null })[]) {
  const people = entries.flatMap((entry) => [entry.actor_id, subjectId(entry)]).filter((id) => id !== null);
  const ids = [...new Set(people)].slice(0, MAX_NAMES);
  if (ids.length === 0) return new Map<string, "client" | "staff">();
  const roles = await runQuery((db) => db.from("user_roles").select("user_id, role").in("user_id", ids));
  // A client comes last: their record says more.
  const sorted = roles.toSorted((one, other) => Number(one.role === "client") - Number(other.role === "client"));
  return new Map(sorted.map(({ user_id, role }) => [user_id, role === "client" ? "client" : "staff"] as const));
}

/** The clients' accounts of these entries, by id. */
async function loadAccounts(entries: { account_id: string | null }[]) {
  const ids = [...new Set(entries.flatMap(({ account_id }) => account_id ?? []))];
  const accounts =
    ids.length > 0
      ? await runQuery((db) => db.from("accounts").select("id, name, slug").eq("kind", "client").in("id", ids))
      : [];
  return new Map(accounts.map((account) => [account.id, account] as const));
}

/** The invoice of a payment, a credit, a line or an email. */
const invoiceIdOf = ({ before, after }: SubjectOf) => String((after ?? before)?.["invoice_id"] ?? "");

/** The numbers of the invoices that entries are about, by id. Drafts have none. */
async function loadInvoices(entries: SubjectOf[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.map(invoiceIdOf).filter(isUuid))];
  if (ids.length === 0) return new Map();
  const found = await runQuery((db) => db.from("invoices").select("id, invoice_number").in("id", ids));
  return new Map(found.filter((one) => invoiceName(one) !== "Draft").map((one) => [one.id, invoiceName(one)]));
}

/** The request of an answer or an assignment. */
const requestIdOf = ({ before, after }: SubjectOf) => String((after ?? before)?.["request_id"] ?? "");

/** The businesses of the requests that entries are about, by the request's id. */
async function loadRequests(entries: SubjectOf[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.map(requestIdOf).filter(isUuid))];
  if (ids.length === 0) return new Map();
  const found = await runQuery((db) => db.from("change_requests").select("id, business_name").in("id", ids));
  return new Map(found.map(({ id, business_name }) => [id, business_name]));
}

/** The deletions of landing pages whose draft was kept. */
async function loadDrafts(entries: (SubjectOf & { id: number })[]): Promise<Set<number>> {
  const deletions = entries.filter(({ table_name, action }) => table_name === "landing_pages" && action === "delete");
  const ids = deletions.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  return new Set(await rpc("kept_landing_drafts", { p_entry_ids: ids }));
}

/** The landing pages of these entries that are public. Everyone reads those of any account. */
async function loadPublished(entries: SubjectOf[]): Promise<Set<string>> {
  const ids = [...new Set(entries.filter((entry) => entry.table_name === "landing_pages").map(({ row_id }) => row_id))];
  if (ids.length === 0) return new Set();
  const found = await runQuery((db) => db.from("landing_pages").select("id").eq("status", "published").in("id", ids));
  return new Set(found.map(({ id }) => id));
}

/** What a revert or restore of these entries would do now. */
async function loadOutlooks(entries: (SubjectOf & { id: number })[]) {
  const ids = entries
    .filter(({ table_name, action }) => RESTORABLE.has(table_name) && action !== "insert")
    .map(({ id }) => id);
  if (ids.length === 0) return new Map<number, { problem: string | null; emails: string | null }>();
  const found = z.parse(restoreOutlooks, await rpc("restore_outlook", { p_entry_ids: ids }));
  return new Map(found.map(({ entry_id, problem, emails }) => [entry_id, { problem, emails }] as const));
}

/** Reads which of these rows exist. There is always one row of agency settings. */
const EXISTING: Record<string, (ids: string[]) => Promise<{ id: string }[]>> = {
  invoices: (ids) => runQuery((db) => db.from("invoices").select("id").in("id", ids)),
  client_dashboards: (ids) => runQuery((db) => db.from("client_dashboards").select("id").in("id", ids)),
  premium_overrides: async () => (await rpc("list_premium_overrides")).map(({ email }) => ({ id: email })),
  retainers: (ids) => runQuery((db) => db.from("retainers").select("id").in("id", ids)),
  landing_pages: (ids) => runQuery((db) => db.rpc("landing_page_titles", { p_page_ids: ids })),
};

/** The rows of reverts and restores: `gone` no longer exist, and `deletedAt` is the first entry that deleted one that came back. */
async function loadRows(entries: SubjectOf[]) {
  const idsOfTable = (table: string, action?: string) => [
    ...new Set(
      entries
        .filter((entry) => entry.table_name === table && (!action || entry.action === action))
        .map(({ row_id }) => row_id),
    ),
  ];
  const gone = new Set<string>();
  const lookUps = Object.entries(EXISTING).map(async ([table, find]) => {
    const ids = idsOfTable(table);
    const found = new Set(ids.length > 0 ? (await find(ids)).map(({ id }) => id) : []);
    for (const id of ids) if (!found.has(id)) gone.add(id);
  });
  const added = Object.keys(EXISTING).flatMap((table) => idsOfTable(table, "insert"));
  const deletedAt = new Map<string, number>();
  const [deletions] = await Promise.all([
    added.length > 0
      ? runQuery((db) =>
          db
            .from("audit_log")
            .select("id, row_id")
            .in("table_name", Object.keys(EXISTING))
            .in("row_id", added)
            .eq("action", "delete"),
        )
      : [],
    ...lookUps,
  ]);
  for (const { id, row_id } of deletions) deletedAt.set(row_id, Math.min(id, deletedAt.get(row_id) ?? id));
  return { gone, deletedAt };
}

/** Everyone who can have entries: the agency's people, including those who have left. */
export const actorsQuery = queryOptions({
  queryKey: [...queryKeys.auditLog(), "actors"],
  queryFn: async () => {
    const roles = await runQuery((db) => db.from("user_roles").select("user_id").in("role", ["admin", "sales"]));
    const ids = [...new Set(roles.map(({ user_id }) => user_id))];
    const people = await runQuery((db) =>
      db.from("profiles").select("user_id, first_name, last_name").in("user_id", ids),
    );
    return people
      .map((person) => ({ id: person.user_id, name: fullName(person, "No name") }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  },
  staleTime: 60_000,
});

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>["entries"][number];

/** Reverts a change or restores a deleted row. PT409: it is no longer safe; the message gives the reason. */
export async function restoreAuditEntry(id: number): Promise<void> {
  await rpc("restore_audit_entry", { p_entry_id: id });
}
