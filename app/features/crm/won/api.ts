import { rpc } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { amountProblem, MAX_AMOUNT, parseMoney } from "../../../../domain/money.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import type { LeadRef } from "../lib/lead-types.ts";

export const winAnswer = z.object({
  outcome: z.enum(["won", "granted", "invited", "prepared", "handed_over", "known"]),
  /** The client's account, when an admin sets it up. */
  account_id: z.optional(z.nullable(z.string())),
});
export type WinOutcome = z.infer<typeof winAnswer>["outcome"];
export type ClientSetupArgs = { p_account: Json; p_dashboard?: Json; p_retainer?: Json };

/** Marks the lead as won and sets up the client, in one transaction. Throws ServiceError. */
export const winLead = (batchId: string, leadId: string, args: ClientSetupArgs) =>
  rpc("win_lead", { p_batch_id: batchId, p_lead_id: leadId, ...args }, winAnswer);

export const leadAccount = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/** The account of a won lead: made now, with an invitation for its owner, or the one that it became before. Throws ServiceError. */
export const createAccountFromLead = (leadId: string) =>
  rpc("create_account_from_lead", { p_lead_id: leadId }, leadAccount);

/** The form's values as typed. */
export type ClientSetup = {
  email: string;
  business: string;
  withDashboard: boolean;
  notionUrl: string;
  withRetainer: boolean;
  retainer: string;
  monthly: string;
  start: string;
  months: string;
};

export function defaultSetup(lead: LeadRef): ClientSetup {
  const today = new Date();
  const start = new Date(Date.UTC(today.getFullYear(), today.getMonth() + 1, 1)).toISOString().slice(0, 10);
  return {
    email: lead.email ?? "",
    business: lead.company ?? leadName(lead),
    withDashboard: false,
    notionUrl: "",
    // Its amount is known only to the person, so it is asked for by choice.
    withRetainer: false,
    retainer: "Monthly retainer",
    monthly: "",
    start,
    months: "",
  };
}

/** Converts the form's values to the arguments of win_lead, and returns the errors by field. */
export function parseSetup(setup: ClientSetup, currency: string) {
  const errors: Partial<Record<keyof ClientSetup, string>> = {};
  const monthly = parseMoney(setup.monthly, currency);
  const months = setup.months.trim() ? Number(setup.months) : null;
  const email = setup.email.trim();
  if (email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) errors.email = "Enter the client's email address";
  if (setup.withDashboard && !setup.business.trim()) errors.business = "Enter a business name";
  if (setup.withDashboard && !/^https:\/\/\S+\.\S+/.test(setup.notionUrl.trim()))
    errors.notionUrl = "Enter the shared page's URL, starting with https://";
  if (setup.withRetainer && !setup.retainer.trim()) errors.retainer = "Enter a name";
  if (setup.withRetainer && (monthly === null || monthly < 1 || monthly > MAX_AMOUNT))
    errors.monthly = amountProblem(setup.monthly, currency, "900");
  if (setup.withRetainer && !setup.start) errors.start = "Choose a start date";
  if (setup.withRetainer && months !== null && !(Number.isInteger(months) && months >= 1 && months <= 1200))
    errors.months = "Enter a whole number, or leave it empty";
  const args: ClientSetupArgs = {
    p_account: email ? { email } : {},
    ...(setup.withDashboard && {
      p_dashboard: { business_name: setup.business.trim(), notion_url: setup.notionUrl.trim() },
    }),
    ...(setup.withRetainer && {
      p_retainer: {
        name: setup.retainer.trim(),
        monthly_amount: monthly,
        currency,
        start_date: setup.start,
        duration_months: months,
      },
    }),
  };
  return { errors, args };
}
