import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import type { AuditEntry } from "./api.ts";
import { invoicePhrase, paymentPhrase, requestPhrase, retainerPhrase } from "./billing-phrases.ts";
import { leadPhrase, listItemPhrase } from "./lead-phrases.ts";
import { pagePhrase } from "./page-phrases.ts";
import { accountPhrase, invitationPhrase, memberPhrase, rolePhrase } from "./people-phrases.ts";
import { changeVerb, type KeyNames, type Phrase, toPerson, VERBS } from "./phrase.ts";
import { isHandOver } from "./restore.ts";
import { invoiceOf, moneyText, pageOf, quoted, requestOf, textOf, turned } from "./row-words.ts";

/** What happened to a row of each table. */
export const PHRASES: Record<string, (entry: AuditEntry, names: KeyNames) => Phrase> = {
  accounts: accountPhrase,
  account_members: memberPhrase,
  account_loans: ({ action, account_name: account }) =>
    action === "delete"
      ? toPerson("removed", `as the agency rep of ${account ?? "an account"}`)
      : toPerson("added", `to ${account ?? "an account"} as its agency rep`),
  admin_emails: (entry) => {
    const email = textOf(entry, "email");
    if (entry.action === "insert") return `allowed ${email} to become an admin`;
    if (entry.action === "delete" || turned(entry, "is_active") === "off")
      return `stopped allowing ${email} to become an admin`;
    return `changed the admin email ${email}`;
  },
  agency_settings: (entry) => `${changeVerb(entry)} the agency settings`,
  client_dashboards: (entry) => {
    const name = textOf(entry, "business_name", "dashboard_title");
    if (entry.action === "insert")
      return toPerson(
        `${entry.is_restored ? "restored" : "added"} the dashboard ${name} ${entry.is_restored ? "of" : "for"}`,
      );
    if (isHandOver(entry)) return toPerson(`handed over the dashboard ${name} to`);
    return toPerson(`${changeVerb(entry)} the dashboard ${name} of`);
  },
  change_requests: requestPhrase,
  change_request_answers: (entry) => `replied to ${requestOf(entry)}`,
  request_assignments: (entry) => {
    if (entry.action === "delete") return toPerson(`unassigned ${requestOf(entry)} from`);
    if (entry.after?.["user_id"] === entry.actor_id) return `took ${requestOf(entry)}`;
    return toPerson(`assigned ${requestOf(entry)} to`);
  },
  erasures: () => "erased a person's data",
  invitations: invitationPhrase,
  invoices: invoicePhrase,
  invoice_credits: (entry) => {
    if (entry.action === "insert") return toPerson(`credited ${invoiceOf(entry)} of`);
    if (entry.removal) {
      const money = moneyText(entry.after?.amount, entry.removal.currency);
      return toPerson(`removed a credit of ${money} from ${invoiceOf(entry)} of`);
    }
    const verb = turned(entry, "removed_at") === "off" ? "restored" : VERBS[entry.action];
    return toPerson(`${verb} the credit on ${invoiceOf(entry)} of`);
  },
  invoice_events: (entry) =>
    entry.after?.["kind"] === "reminded"
      ? toPerson(`emailed a reminder about ${invoiceOf(entry)} to`)
      : toPerson(`emailed ${invoiceOf(entry)} again to`),
  invoice_lines: (entry) => {
    const line = quoted(textOf(entry, "description"), "a line");
    if (entry.action === "insert") return toPerson(`added ${line} to ${invoiceOf(entry)} of`);
    if (entry.action === "delete") return toPerson(`removed ${line} from ${invoiceOf(entry)} of`);
    return toPerson(`changed ${line} on ${invoiceOf(entry)} of`);
  },
  landing_pages: pagePhrase,
  landing_brands: ({ account_name: account }) =>
    `changed the brand of ${account ? `${account}'s landing pages` : "the landing pages"}`,
  landing_domains: (entry) => {
    const domain = textOf(entry, "domain");
    if (entry.action === "insert") return `added the domain ${domain} to ${pageOf(entry)}`;
    if (entry.action === "delete") return `removed the domain ${domain} from ${pageOf(entry)}`;
    return `changed the domain ${domain} of ${pageOf(entry)}`;
  },
  landing_publish_requests: (entry) => {
    const page = `the landing page ${quoted(textOf(entry, "title"), "without a title")}`;
    if (entry.before?.["state"] === entry.after?.["state"]) return `changed the request to publish ${page}`;
    const verbs: Record<string, string> = { approved: "approved and published", declined: "declined" };
    return `${verbs[String(entry.after?.["state"])] ?? "withdrew the request to publish"} ${page}`;
  },
  landing_previews: (entry) => {
    if (entry.action === "insert") return `made a preview link for ${pageOf(entry)}`;
    return entry.action === "delete" || turned(entry, "revoked_at") === "on"
      ? `ended a preview link of ${pageOf(entry)}`
      : `changed a preview link of ${pageOf(entry)}`;
  },
  landing_tests: (entry) => {
    const { action, before, after } = entry;
    const test = `a test of ${pageOf(entry)}`;
    if (action === "insert") return `started ${test}`;
    if (action === "update" && before?.state !== after?.state)
      return after?.winner_version ? `ended ${test} and rolled out version ${after.winner_version}` : `stopped ${test}`;
    return `${VERBS[action]} ${test}`;
  },
  landing_pictures: (entry) => {
    const verbs: Record<string, string> = {
      insert: "uploaded",
      update: "changed the description of",
      delete: "deleted",
    };
    return `${verbs[entry.action]} the picture ${quoted(textOf(entry, "alt"), "without a description")}`;
  },
  leads: leadPhrase,
  lead_routing: () => "changed who gets new leads",
  lost_reasons: (entry) => listItemPhrase(entry, "lost reason"),
  meeting_types: (entry) =>
    `${VERBS[entry.action]} the meeting type ${quoted(textOf(entry, "name"), "without a name")}`,
  mfa_factors: ({ action }) =>
    toPerson(action === "delete" ? "removed the authenticator app of" : `${VERBS[action]} the authenticator app of`),
  outbox: ({ subject, after }) => {
    if (subject) return toPerson("resent a failed email to");
    const count = Number(after?.emails ?? 0);
    return `resent ${formatCount(count)} failed ${count === 1 ? "email" : "emails"}`;
  },
  payments: paymentPhrase,
  pipeline_stages: (entry) => listItemPhrase(entry, "pipeline stage"),
  premium_overrides: (entry) => {
    const email = textOf(entry, "email");
    if (entry.action === "insert") return `gave ${email} complimentary Premium${entry.is_restored ? " again" : ""}`;
    if (entry.action === "delete") return `ended the complimentary Premium of ${email}`;
    return `${changeVerb(entry)} the complimentary Premium of ${email}`;
  },
  profiles: ({ action, actor_id, row_id }) => {
    if (action === "view") return toPerson("viewed the portal as");
    return actor_id === row_id ? "changed their own profile" : toPerson(`${VERBS[action]} the profile of`);
  },
  recovery_codes: ({ action }) =>
    action === "insert" ? "created new recovery codes" : "signed in with a recovery code",
  retainers: retainerPhrase,
  retainer_charges: ({ action, after, before }) => {
    const day = (after ?? before)?.charge_date;
    const of = typeof day === "string" ? ` for ${formatDay(day)}` : "";
    return action === "insert"
      ? toPerson("billed a retainer of", of.trim())
      : toPerson(`${VERBS[action]} a charge${of} on a retainer of`);
  },
  retention_settings: (entry) => `changed how long we keep ${textOf(entry, "label").toLowerCase() || "data"}`,
  rotas: ({ action }) => toPerson(action === "delete" ? "removed the shifts of" : "changed the shifts of"),
  subscriptions: (entry) =>
    toPerson(turned(entry, "cancel_at_period_end") === "off" ? "kept the canceled plan of" : "canceled the plan of"),
  user_roles: rolePhrase,
};
