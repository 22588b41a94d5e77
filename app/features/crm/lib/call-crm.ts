import { runQuery } from "~/shared/api.ts";

/** Calls a procedure of the CRM; what it answers is described where it is called. Throws ServiceError. */
export async function callCrm<Answer>(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const data = await runQuery((db) => db.rpc(name as "crm_today", args as never));
  return data as Answer;
}
