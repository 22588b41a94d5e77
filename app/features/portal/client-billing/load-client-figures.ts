import { runQuery } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number() }));
const schema = z.object({
  paid: sums,
  paid_invoices: z.number(),
  paid_since: z.nullable(z.string()),
  invoices: z.number(),
  by_status: z.record(z.string(), z.number()),
  active_retainers: z.number(),
  monthly: sums,
});

/** What a client's billing adds up to, per currency and in cents. Drafts are not counted, overdue ones as overdue. */
export type ClientFigures = z.infer<typeof schema>;

/** The signed-in client's figures, counted by the database (spec §2: Total Paid, Active Retainers, Total Invoices). Throws ServiceError. */
export async function loadClientFigures(): Promise<ClientFigures> {
  const data = await runQuery((db) => db.rpc("client_figures"));
  return z.parse(schema, data);
}
