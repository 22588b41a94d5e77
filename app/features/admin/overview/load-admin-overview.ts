import { runQuery } from "~/shared/api.ts";

export type AdminOverview = {
  total_users: number;
  pending_approvals: number;
  total_leads: number;
  companies: number;
};

/** The header figures of the admin dashboard (spec §2), counted by the database. Throws ServiceError. */
export async function loadAdminOverview(): Promise<AdminOverview> {
  const data = await runQuery((db) => db.rpc("list_admin_overview").single());
  return data;
}
