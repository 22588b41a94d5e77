import { expect } from "@playwright/test";
import { readMail } from "./inbox.ts";
import { PASSWORD } from "./new-account.ts";
import { apiClient, newEmail, type signedInClient } from "./session.ts";

type Client = Awaited<ReturnType<typeof signedInClient>>["client"];

/** A person who signs up from an invitation to the account, and belongs to no other. */
export async function newColleague(
  baseURL: string,
  owner: Client,
  account: string,
  role: "member" | "billing",
): Promise<string> {
  const email = newEmail(role);
  const invited = await owner.rpc("invite_member", { p_account_id: account, p_email: email, p_role: role });
  expect(invited.error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(baseURL, email, /invited you to/)).text)?.[1];
  const { error } = await (await apiClient(baseURL)).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Cole", last_name: role, invitation_token: token } },
  });
  expect(error).toBeNull();
  return email;
}
