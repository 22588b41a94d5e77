import { linkIn, readMail } from "./inbox.ts";
import { apiClient, newEmail } from "./session.ts";

export const PASSWORD = "a-Fair-password-7";

/** A new person with a confirmed account, created through the API and the local inbox. */
export async function newAccount(
  hostUrl: string,
  accountType: "sales" | "client" | undefined,
  names = { first_name: "Nova", last_name: "Lind" },
) {
  const email = newEmail(accountType ?? "no-role");
  const client = await apiClient(hostUrl);
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { ...names, ...(accountType && { account_type: accountType }) } },
  });
  if (error) throw error;
  await fetch(linkIn(await readMail(hostUrl, email, /Confirm/)), { redirect: "manual" });
  return { email, password: PASSWORD, id: data.user?.id ?? "" };
}
