import { rpc } from "~/shared/api.ts";

/** Whether the caller is the one account that sees Admin Setup (spec §2, §6). Throws ServiceError. */
export async function canSetUpAdmin(): Promise<boolean> {
  const data = await rpc("can_set_up_admin");
  return data === true;
}
