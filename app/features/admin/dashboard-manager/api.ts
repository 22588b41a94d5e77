import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { isOutdated } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type ExportedDashboard, type ImportPlan, toBatches, toExported } from "../../../../domain/dashboard-import.ts";

export type ClientDashboard = {
  id: string;
  user_id: string;
  /** The user_id in the imported file, when no account here matches it. */
  original_user_id: string | null;
  client_email: string | null;
  business_name: string;
  dashboard_title: string;
  notion_database_url: string;
  health_status: string;
  access_count: number;
  last_accessed: string | null;
  created_at: string;
  updated_at: string;
  account_id: string | null;
  account_name: string | null;
};

export type DashboardSort = "newest" | "oldest" | "name" | "name_desc" | "views" | "views_asc";
export type DashboardSearch = { query: string; sort: DashboardSort; page: number };

export const PAGE_SIZE = 25;
const EXPORT_PAGE_SIZE = 1_000;

/** A page of matching dashboards (spec §7: newest first). The previous page stays visible while the next one loads. */
export const dashboardsQuery = ({ query, sort, page }: DashboardSearch) =>
  queryOptions({
    queryKey: queryKeys.clientDashboardSearch(query, sort, page),
    queryFn: async ({ signal }) => {
      const params = { p_query: query, p_sort: sort, p_limit: PAGE_SIZE, p_offset: page * PAGE_SIZE };
      const dashboards = await runQuery((db) => db.rpc("search_client_dashboards", params).abortSignal(signal));
      return { dashboards: dashboards satisfies ClientDashboard[], total: dashboards[0]?.total ?? 0 };
    },
    placeholderData: keepPreviousData,
  });

const COLUMNS =
  "id, user_id, original_user_id, business_name, dashboard_title, notion_database_url, health_status, access_count";
const ALL_COLUMNS = `${COLUMNS}, last_accessed, created_at, updated_at, account_id` as const;

/** The current version of a dashboard; null when it was deleted. Throws ServiceError. */
export async function loadDashboard(before: ClientDashboard): Promise<ClientDashboard | null> {
  const found = await runQuery((db) =>
    db.from("client_dashboards").select(ALL_COLUMNS).eq("id", before.id).maybeSingle(),
  );
  return found && { ...found, client_email: before.client_email, account_name: before.account_name };
}

/** The dashboard that a client has already, because each has one at most; null without one. */
export const dashboardOfClientQuery = (userId: string, email: string) =>
  queryOptions({
    queryKey: queryKeys.dashboardOfClient(userId),
    queryFn: async (): Promise<ClientDashboard | null> => {
      const found = await runQuery((db) =>
        db.from("client_dashboards").select(ALL_COLUMNS).eq("user_id", userId).maybeSingle(),
      );
      return found && { ...found, client_email: email, account_name: null };
    },
  });

/** All dashboards in the export format of spec §7, newest first, regardless of the table's filter. Throws ServiceError. */
export async function listAllDashboards(): Promise<ExportedDashboard[]> {
  const all: ExportedDashboard[] = [];
  for (let from = 0; ; from += EXPORT_PAGE_SIZE) {
    const page = await runQuery((db) =>
      db
        .from("client_dashboards")
        .select("business_name, notion_database_url, dashboard_title, user_id, original_user_id")
        .order("created_at", { ascending: false })
        .order("id")
        .range(from, from + EXPORT_PAGE_SIZE - 1),
    );
    all.push(...page.map(toExported));
    if (page.length < EXPORT_PAGE_SIZE) return all;
  }
}

export type DashboardValues = {
  clientEmail: string;
  businessName: string;
  notionUrl: string;
  dashboardTitle: string;
};

/** A dashboard without a person: an imported one, or one that belongs to an account alone. */
export function isUnassigned({ user_id }: ClientDashboard): boolean {
  return user_id === "imported-user";
}

/** The three procedures of spec §7. Each throws ServiceError with the database's own code. */
export async function assignDashboard(values: DashboardValues): Promise<void> {
  await rpc("assign_client_dashboard", {
    client_email: values.clientEmail,
    business_name: values.businessName,
    notion_url: values.notionUrl,
    dashboard_title: values.dashboardTitle,
  });
}

/** PT409: someone changed the dashboard after `before` was read. Nothing is overwritten. */
export async function updateDashboard(before: ClientDashboard, values: DashboardValues): Promise<void> {
  await rpc("update_client_dashboard", {
    dashboard_id: before.id,
    new_business_name: values.businessName,
    new_notion_url: values.notionUrl,
    new_dashboard_title: values.dashboardTitle,
    expected_updated_at: before.updated_at,
    ...(isUnassigned(before) && values.clientEmail ? { new_client_email: values.clientEmail } : {}),
  });
}

export async function deleteDashboard(id: string): Promise<void> {
  await rpc("delete_client_dashboard", { dashboard_id: id });
}

type Problem = { field?: keyof DashboardValues; text: string };

const FIELDS: Record<string, keyof DashboardValues> = {
  client_email: "clientEmail",
  url: "notionUrl",
  business_name: "businessName",
  dashboard_title: "dashboardTitle",
};

/** Why a dashboard was not saved or deleted, and which field to correct. */
export function explainProblem(error: unknown): Problem {
  if (!(error instanceof ServiceError)) return { text: "Nothing was saved. Try again in a moment." };
  const { refusal, message, kind } = error;
  if (isOutdated(error)) return { text: "Another admin changed this dashboard." };
  if (kind === "offline") return { text: "We can't reach the server. Your changes are still here." };
  if (refusal?.code === "account_not_found")
    return { field: "clientEmail", text: "No account uses this email. The client has to sign up first." };
  if (refusal?.code === "client_has_dashboard")
    return { field: "clientEmail", text: "This client already has a dashboard. Edit or delete it instead." };
  if (refusal?.code === "dashboard_not_found") return { text: "Someone else deleted this dashboard." };
  const field = FIELDS[refusal?.field ?? ""];
  if (field) return { field, text: message };
  if (kind === "refused") return { text: "You are no longer an admin." };
  return { text: "Nothing was saved. Try again in a moment." };
}

/** A problem in an entry that will be added, found in the file or by the database. */
export type Warning = { position: number; name: string; reason: string };

/** What an import will do, as checked by the database. Nothing is added yet. */
export type StagedImport = { id: string; plan: ImportPlan; warnings: Warning[]; repeated: number[] };

/** Duplicate dashboards. An admin may skip them. */
const DUPLICATE_REASONS = new Set(["duplicate", "exists"]);

type Progress = (done: number) => void;

/** Sends a plan in batches, and the database checks it. Throws ServiceError, or the signal's reason. */
export async function stageImport(plan: ImportPlan, onProgress: Progress, signal: AbortSignal): Promise<StagedImport> {
  const id = crypto.randomUUID();
  let done = 0;
  for (const batch of toBatches(plan.entries)) {
    signal.throwIfAborted();
    await rpc("stage_dashboard_import", { p_import_id: id, p_entries: batch });
    done += batch.length;
    onProgress(done);
  }
  signal.throwIfAborted();
  const found = done > 0 ? await checkImport(id, plan) : [];
  const warnings = [...plan.warnings, ...found].sort((a, b) => a.position - b.position);
  const repeated = new Set(
    warnings.filter(({ reason }) => DUPLICATE_REASONS.has(reason)).map(({ position }) => position),
  );
  return { id, plan, warnings, repeated: [...repeated] };
}

async function checkImport(id: string, plan: ImportPlan): Promise<Warning[]> {
  const names = new Map(plan.entries.map(({ position, business_name }) => [position, business_name]));
  const data = await rpc("check_dashboard_import", { p_import_id: id });
  return data.map(({ position, problem }) => ({ position, reason: problem, name: names.get(position) ?? "" }));
}

/**
 * Adds all entries except the skipped ones, or none, and returns the count. Repeated calls add them once. Throws ServiceError.
 */
export function finishImport(id: string, leftOut: number[]): Promise<number> {
  return rpc("finish_dashboard_import", { p_import_id: id, p_left_out: leftOut });
}

/** Removes a staged import. If this fails, the database removes it within a day. */
export async function discardImport(id: string): Promise<void> {
  await rpc("discard_dashboard_import", { p_import_id: id }).catch(() => undefined);
}
