import { type ServiceError, toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
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
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("assign_client_dashboard", {
    client_email: values.clientEmail,
    business_name: values.businessName,
    notion_url: values.notionUrl,
    dashboard_title: values.dashboardTitle,
  });
  if (error) throw toServiceError(error, "/rest/v1/rpc/assign_client_dashboard", status);
}

/** Refused with PT409 when somebody changed the dashboard since `before` was read: nothing is overwritten unseen. */
export async function updateDashboard(before: ClientDashboard, values: DashboardValues) {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("update_client_dashboard", {
    dashboard_id: before.id,
    new_business_name: values.businessName,
    new_notion_url: values.notionUrl,
    new_dashboard_title: values.dashboardTitle,
    expected_updated_at: before.updated_at,
    ...(isUnassigned(before) && values.clientEmail ? { new_client_email: values.clientEmail } : {}),
  });
  if (error) throw toServiceError(error, "/rest/v1/rpc/update_client_dashboard", status);
}

export async function deleteDashboard(id: string): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("delete_client_dashboard", { dashboard_id: id });
  if (error) throw toServiceError(error, "/rest/v1/rpc/delete_client_dashboard", status);
}

const COLUMNS =
  "id, user_id, original_user_id, business_name, dashboard_title, notion_database_url, health_status, access_count";

/** A dashboard as it is now; null when it is gone. Throws ServiceError. */
export async function loadDashboard(before: ClientDashboard): Promise<ClientDashboard | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("client_dashboards")
    .select(`${COLUMNS}, last_accessed, created_at, updated_at`)
    .eq("id", before.id)
    .maybeSingle();
  if (error) throw toServiceError(error, "/rest/v1/client_dashboards", status);
  return data && { ...data, client_email: before.client_email };
}

type Problem = { field?: keyof DashboardValues; text: string };

/** What the database refused, in words, and the field that can mend it. */
export function explainProblem({ code, message, kind }: ServiceError): Problem {
  if (kind === "offline") return { text: "We can't reach the server. What you typed stays here." };
  if (code === "PT404" && /e-mail/.test(message))
    return { field: "clientEmail", text: "No account has this e-mail. The client must sign up first." };
  if (code === "23505")
    return { field: "clientEmail", text: "This client already has a dashboard. Edit or delete it instead." };
  if (/URL/.test(message)) return { field: "notionUrl", text: message };
  if (/^Business name/.test(message)) return { field: "businessName", text: message };
  if (/^Dashboard title/.test(message)) return { field: "dashboardTitle", text: message };
  if (code === "PT404") return { text: "Somebody deleted this dashboard in the meantime." };
  if (kind === "refused") return { text: "You are no longer an admin." };
  return { text: "Nothing was saved. Try again in a moment." };
}
