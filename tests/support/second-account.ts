import { expect } from "@playwright/test";
import { readMail } from "./inbox.ts";
import { newAccount, PASSWORD } from "./new-account.ts";
import { signedInClient } from "./session.ts";

type Account = { id: string; slug: string; name: string };

/** A new client who also joins the account of another one, with this role there. */
export async function personOfTwoAccounts(baseURL: string, role: "owner" | "member" | "billing") {
  const signUp = async (first_name: string, last_name: string) => {
    const person = await newAccount(baseURL, "client", { first_name, last_name });
    const { client } = await signedInClient(baseURL, person.email, PASSWORD);
    const [account] = (await client.rpc("my_accounts")).data as Account[];
    if (!account) throw new Error("The client has no account");
    return { ...person, client, account };
  };
  const other = await signUp("Olive", "Owner");
  const person = await signUp("Tara", "Two");
  const invited = await other.client.rpc("invite_member", {
    p_account_id: other.account.id,
    p_email: person.email,
    p_role: role,
  });
  expect(invited.error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(baseURL, person.email, /invited you to/)).text)?.[1] ?? "";
  expect((await person.client.rpc("join_account", { p_token: token })).error).toBeNull();
  return { other, person };
}
