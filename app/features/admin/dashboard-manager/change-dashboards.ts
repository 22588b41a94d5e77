import { rpc, runQuery } from "~/shared/api.ts";
import type { ServiceError } from "~/shared/service-error.ts";
import type { ClientDashboard } from "./search-dashboards.ts";

export type DashboardValues = {
  clientEmail: string;
  businessName: string;
  notionUrl: string;
  dashboardTitle: string;
};

/** An imported dashboard that belongs to nobody yet. */
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

/** Refused with PT409 when somebody changed the dashboard since `before` was read: nothing is overwritten unseen. */
export async function updateDashboard(before: ClientDashboard, values: DashboardValues) {
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

const COLUMNS =
  "id, user_id, original_user_id, business_name, dashboard_title, notion_database_url, health_status, access_count";

/** A dashboard as it is now; null when it is gone. Throws ServiceError. */
export async function loadDashboard(before: ClientDashboard): Promise<ClientDashboard | null> {
  const data = await runQuery((db) =>
    db
      .from("client_dashboards")
      .select(`${COLUMNS}, last_accessed, created_at, updated_at`)
      .eq("id", before.id)
      .maybeSingle(),
  );
  return data && { ...data, client_email: before.client_email };
}

type Problem = { field?: keyof DashboardValues; text: string };

const FIELDS: Record<string, keyof DashboardValues> = {
  client_email: "clientEmail",
  url: "notionUrl",
  business_name: "businessName",
  dashboard_title: "dashboardTitle",
};

/** What the database refused, in words, and the field that can mend it. */
export function explainProblem({ refusal, message, kind }: ServiceError): Problem {
  if (kind === "offline") return { text: "We can't reach the server. What you typed stays here." };
  if (refusal?.code === "account_not_found")
    return { field: "clientEmail", text: "No account has this e-mail. The client must sign up first." };
  if (refusal?.code === "client_has_dashboard")
    return { field: "clientEmail", text: "This client already has a dashboard. Edit or delete it instead." };
  if (refusal?.code === "dashboard_not_found") return { text: "Somebody deleted this dashboard in the meantime." };
  const field = FIELDS[refusal?.field ?? ""];
  if (field) return { field, text: message };
  if (kind === "refused") return { text: "You are no longer an admin." };
  return { text: "Nothing was saved. Try again in a moment." };
}
