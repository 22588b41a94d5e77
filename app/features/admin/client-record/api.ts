import { queryOptions } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { rpc, runQuery } from "~/shared/api.ts";
import { fullName } from "~/shared/display-name.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { loadSubscription } from "~/shared/load-subscription.ts";
import { sharedRows } from "~/shared/portal-rights.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";
import { personAccounts } from "../lib/person-accounts.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number() }));

/** One client: who they are, and the totals that they see in the portal by currency, in cents. */
export const clientRecord = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.string(),
  company: z.nullable(z.string()),
  created_at: z.string(),
  email_confirmed: z.boolean(),
  last_active: z.nullable(z.string()),
  roles: z.array(
    z.object({
      role: z.enum(["admin", "sales", "client"]),
      status: z.enum(["pending", "active", "inactive"]),
      since: z.string(),
    }),
  ),
  /** Other people of these accounts. */
  colleagues: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  owed: z.array(z.object({ currency: z.string(), amount: z.number(), invoices: z.number(), overdue: z.number() })),
  figures: z.object({ paid: sums, paid_invoices: z.number(), active_retainers: z.number(), monthly: sums }),
  /** The accounts whose money `owed` and `figures` have, besides what names the client. */
  money_of: z.array(z.object({ id: z.string(), name: z.string() })),
  accounts: personAccounts,
  requests: z.number(),
  open_requests: z.number(),
});
export type ClientRecord = z.infer<typeof clientRecord>;

/** The rows that the record shows of each list. The whole lists are on their own screens. */
const ROWS = 8;

/** Null when there is no such person. */
async function loadRecord(id: string): Promise<ClientRecord | null> {
  if (!isUuid(id)) return null;
  try {
    return await rpc("client_record", { p_client_id: id }, clientRecord);
  } catch (error) {
    if (error instanceof ServiceError && error.refusal?.code === "person_not_found") return null;
    throw error;
  }
}

async function loadClient(id: string) {
  const client = await loadRecord(id);
  if (!client) return null;
  const whose = await billedTo(id);
  const [plan, dashboard, invoices, retainers, requests, today] = await Promise.all([
    loadSubscription(id, client.email),
    loadDashboard(id),
    listInvoices(whose),
    listRetainers(whose),
    listRequests(id),
    agencyToday(),
  ]);
  const shown = invoices.map((invoice) => ({ ...invoice, status: shownInvoiceStatus(invoice, today) }));
  const accounts = await listAccounts([...invoices, ...retainers].map(({ account_id }) => account_id));
  return { client, plan, dashboard, invoices: shown, retainers, requests, accounts };
}

/** The accounts of the rows. Someone who left for the team belongs to none of them any more. */
const listAccounts = (ids: (string | null)[]) =>
  among(
    [...new Set(ids)].filter((id) => id !== null),
    (id) => id,
    (known) => runQuery((db) => db.from("accounts").select("id, name").in("id", known)),
  );

const loadDashboard = (ownerId: string) =>
  runQuery((db) =>
    db
      .from("client_dashboards")
      .select("id, dashboard_title, notion_database_url, health_status, access_count, last_accessed")
      .eq("owner_id", ownerId)
      .maybeSingle(),
  );

/** A filter for what the client sees in the portal: rows that name them, and those of the accounts that they share. */
const billedTo = async (id: string) => (await sharedRows(id, "money", "client_id")) ?? `client_id.eq.${id}`;

const listRetainers = (whose: string) =>
  runQuery((db) =>
    db
      .from("retainers")
      .select("id, client_id, account_id, retainer_name, status, monthly_amount, currency, start_date, end_date")
      .or(whose)
      // Drafts, active and paused ones come before those that have ended (the order of public.retainer_status).
      .order("status")
      .order("created_at", { ascending: false })
      .limit(ROWS),
  );

async function listRequests(userId: string) {
  const requests = await runQuery((db) =>
    db
      .from("change_requests")
      .select("id, request_type, message, status, created_at")
      .eq("user_id", userId)
      .order("created_at", { ascending: false })
      .limit(ROWS),
  );
  const assigned = await among(
    requests,
    ({ id }) => id,
    (ids) => runQuery((db) => db.from("request_assignments").select("request_id, user_id").in("request_id", ids)),
  );
  const names = await among(
    assigned,
    ({ user_id }) => user_id,
    (ids) => runQuery((db) => db.from("profiles").select("user_id, first_name, last_name").in("user_id", ids)),
  );
  return requests.map((request) => {
    const assignee = assigned.find(({ request_id }) => request_id === request.id)?.user_id;
    const person = names.find(({ user_id }) => user_id === assignee);
    return { ...request, assignee: person ? fullName(person, "An admin") : null };
  });
}

/** The rows that belong to these; without any, nothing is asked. */
const among = async <Row, Found>(rows: Row[], idOf: (row: Row) => string, load: (ids: string[]) => Promise<Found[]>) =>
  rows.length > 0 ? load(rows.map(idOf)) : [];

const INVOICE_COLUMNS =
  "id, account_id, invoice_number, status, description, amount, owed_amount, credited_amount, refunded_amount, kept_amount, refund, currency, due_date, paid_date";

/** The open invoices, overdue ones first, as on the page of an account. Then the others, newest first. */
async function listInvoices(whose: string) {
  const [open, newest] = await Promise.all([
    runQuery((db) =>
      db
        .from("invoices")
        .select(INVOICE_COLUMNS)
        .or(whose)
        .in("status", ["pending", "overdue"])
        .gt("owed_amount", 0)
        .order("due_date")
        .order("id")
        .limit(ROWS),
    ),
    runQuery((db) =>
      db
        .from("invoices")
        .select(INVOICE_COLUMNS)
        .or(whose)
        .order("created_at", { ascending: false })
        .order("id")
        .limit(ROWS),
    ),
  ]);
  const isOpen = new Set(open.map(({ id }) => id));
  return [...open, ...newest.filter(({ id }) => !isOpen.has(id))].slice(0, ROWS);
}

export type ClientDetails = NonNullable<Awaited<ReturnType<typeof loadClient>>>;

export const clientQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.clientRecord(id), queryFn: () => loadClient(id), staleTime: 5_000 });

/** Notes in the audit log that the caller views the portal as this client. PT404: not an active client. */
export async function recordClientView(id: string): Promise<void> {
  await rpc("record_client_view", { p_client_id: id });
  // A log that was loaded a moment ago lacks this visit.
  void queryClient.invalidateQueries({ queryKey: queryKeys.auditLog() });
}

/** The client whose portal an admin views. */
export type ViewedAccount = { id: string; name: string; email: string };

/** Null when there is no such person. */
export async function viewedAccount(id: string): Promise<ViewedAccount | null> {
  const client = await loadRecord(id);
  return client && { id: client.id, email: client.email, name: fullName(client, client.email) };
}
