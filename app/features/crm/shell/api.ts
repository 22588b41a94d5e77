import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { leadAccount } from "../lib/lead-types.ts";

export const newsAnswer = z.array(
  z.object({
    id: z.string(),
    event: z.enum([
      "started",
      "breached",
      "escalated",
      "handed_off",
      "assigned",
      "paid",
      "call_booked",
      "call_moved",
      "call_canceled",
      "call_received",
      "call_given",
    ]),
    at: z.string(),
    /** Null for a payment, and for a request that was assigned to the user, whose id is the request's. The company is then their business. */
    lead_id: z.nullable(z.string()),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    company: z.nullable(z.string()),
    /** The new owner, if an escalation reassigned the caller's lead. */
    new_owner_name: z.nullable(z.string()),
    /** Who handed the won lead off, or assigned the request; the id is the request's. Of a call, the colleague; null for the visitor. */
    by: z.nullable(z.string()),
    /** The user's call, or that of their lead, that the news is about. */
    call: z.nullable(
      z.object({
        id: z.string(),
        starts_at: z.string(),
        /** The time that the call got, which may have changed since. */
        said_at: z.string(),
        can_open: z.boolean(),
        /** Who holds the call, if it is a colleague's with a lead of the user. */
        host: z.nullable(z.string()),
        /** The colleague took it over from the user. */
        taken: z.boolean(),
      }),
    ),
    /** What a client paid by card. The amount is in the currency's smallest unit. */
    payment: z.nullable(
      z.object({
        amount: z.number(),
        currency: z.string(),
        /** How many invoices it paid, and one of them. */
        invoices: z.number(),
        invoice_id: z.string(),
        number: z.string(),
        /** How much has to go back, because an invoice was already paid. */
        surplus: z.number(),
      }),
    ),
    is_read: z.boolean(),
    /** The account that the user is lent to, if the lead is one of its. */
    account: z.nullable(leadAccount),
  }),
);
export type News = z.infer<typeof newsAnswer>[number];

/** The latest new leads, missed targets, escalations and changes of the user's calls, and for admins the hand-offs, the requests that are assigned to them and the clients' payments. */
export const newsQuery = queryOptions({
  queryKey: queryKeys.crmNews(),
  queryFn: () => rpc("crm_notifications", {}, newsAnswer),
  staleTime: 0,
});

/** Marks these notifications as read for the user, on every device. */
export async function markRead(items: readonly News[]): Promise<void> {
  await rpc("mark_notifications_read", { p_ids: items.map(({ id }) => id) });
}
