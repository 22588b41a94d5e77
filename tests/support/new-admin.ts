import { newAccount } from "./new-account.ts";
import { signedInClient } from "./session.ts";

/** An admin for one test: a new account whose address is on the admin list. */
export async function newAdmin(hostUrl: string) {
  const account = await newAccount(hostUrl, "client", { first_name: "Ada", last_name: "Minh" });
  const { client } = await signedInClient(hostUrl, "admin@example.com");
  const allowed = await client.rpc("set_admin_email", { p_email: account.email, p_is_active: true });
  if (allowed.error) throw allowed.error;
  const own = await signedInClient(hostUrl, account.email, account.password);
  const became = await own.client.from("user_roles").insert({ user_id: account.id, role: "admin", status: "active" });
  if (became.error) throw became.error;
  return { ...account, client: own.client };
}
