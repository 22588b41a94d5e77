import { newAccount } from "./new-account.ts";
import { signedInClient } from "./session.ts";

const present: { hostUrl: string; id: string }[] = [];

/** An admin for one test: a new account whose address is on the admin list. The browser test ends their access after it. */
export async function newAdmin(hostUrl: string) {
  const account = await newAccount(hostUrl, "client", { first_name: "Ada", last_name: "Minh" });
  const { client } = await signedInClient(hostUrl, "admin@example.com");
  const allowed = await client.rpc("set_admin_email", { p_email: account.email, p_is_active: true });
  if (allowed.error) throw allowed.error;
  const own = await signedInClient(hostUrl, account.email, account.password);
  const became = await own.client.from("user_roles").insert({ user_id: account.id, role: "admin", status: "active" });
  if (became.error) throw became.error;
  present.push({ hostUrl, id: account.id });
  return { ...account, client: own.client };
}

/**
 * Ends the access of this test's admins. Each late lead and each request of another test sends every active admin an email, which
 * made other tests wait for theirs.
 */
export async function endAdmins(): Promise<void> {
  for (const { hostUrl, id } of present.splice(0)) {
    const { client } = await signedInClient(hostUrl, "admin@example.com");
    const { error } = await client.rpc("deactivate_user", { p_user_id: id });
    // The test itself may have ended their access.
    if (error && error.code !== "PT409") throw error;
  }
}
