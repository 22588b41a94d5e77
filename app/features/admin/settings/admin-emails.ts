import { rpc } from "~/shared/api.ts";

/** All addresses that may become admins. Throws ServiceError. */
export async function listAdminEmails() {
  const data = await rpc("list_admin_emails");
  return data;
}

/** Says whether the confirmed owner of an address may become an admin. Throws ServiceError. */
export async function setAdminEmail(email: string, active: boolean): Promise<void> {
  await rpc("set_admin_email", { p_email: email, p_is_active: active });
}
