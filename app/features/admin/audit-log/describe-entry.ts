import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AuditEntry } from "./api.ts";
import { type AuditedRow, DERIVED_FIELDS, isCounting, rawChanges, subjectId } from "./audited-rows.ts";
import { fieldLabel, fieldText, isHtml } from "./field-texts.ts";

/** What a row of each table is, in the filter, and in a sentence about a table that has none of its own. */
export const TABLE_NAMES: Record<string, string> = {
  accounts: "Account",
  account_members: "Account member",
  account_loans: "Agency rep",
  admin_emails: "Admin email",
  agency_settings: "Agency settings",
  mfa_factors: "Authenticator app",
  client_dashboards: "Dashboard",
  outbox: "Email",
  erasures: "Erasure",
  invitations: "Invitation",
  invoices: "Invoice",
  invoice_credits: "Invoice credit",
  invoice_events: "Invoice email",
  invoice_lines: "Invoice line",
  landing_pages: "Landing page",
  landing_brands: "Landing page brand",
  landing_publish_requests: "Landing page approval",
  landing_domains: "Landing page domain",
  landing_previews: "Landing page preview",
  landing_tests: "Landing page test",
  leads: "Lead",
  lead_routing: "Lead routing",
  lost_reasons: "Lost reason",
  meeting_types: "Meeting type",
  payments: "Payment",
  landing_pictures: "Picture",
  pipeline_stages: "Pipeline stage",
  premium_overrides: "Premium override",
  profiles: "Profile",
  recovery_codes: "Recovery codes",
  change_request_answers: "Reply to a request",
  request_assignments: "Request assignee",
  change_requests: "Request",
  retainers: "Retainer",
  retainer_charges: "Retainer charge",
  retention_settings: "Retention period",
  user_roles: "Role",
  rotas: "Shift",
};

/** What an entry is, in the filter and in the details. */
export const ACTIONS: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
  view: "Viewed as client",
};

const VERBS: Record<string, string> = { insert: "added", update: "changed", delete: "deleted" };
const RESTORABLE = new Set(["client_dashboards", "premium_overrides", "agency_settings", "retainers", "landing_pages"]);

export type AuditSentence = {
  /** Everything before the person. */
  text: string;
  /** The person whom the entry is about, with the id for their record or drawer. */
  about: { name: string; id: string | null } | null;
  /** The words after the person. */
  rest: string;
};

/** The names of stored keys by field, such as a stage's. */
export type KeyNames = Record<string, Record<string, string>>;

/** The words that follow the actor: before the person, and after them. No second part: the sentence names nobody. */
type Deed = string | { before: string; after?: string };

const toPerson = (before: string, after = ""): Deed => ({ before, after });

/** What happened, such as 'You sent invoice INV-7 to' and the client's name. */
export function describeEntry(entry: AuditEntry, selfId?: string, names: KeyNames = {}): AuditSentence {
  const { subject, actor_id: actorId } = entry;
  const about = subject ? { name: entry.subject_name || subject, id: subjectId(entry) } : null;
  const joined = signUp(entry);
  if (about && joined) return { text: "", about, rest: joined };
  const deed = isErased(entry)
    ? `${changeOfRow(entry)} an erased person`
    : (DEEDS[entry.table_name] ?? plainDeed)(entry, names);
  const isSelf = selfId !== undefined && actorId === selfId;
  const actor = actorOf(entry, selfId);
  if (typeof deed === "string")
    return { text: `${actor} ${isSelf ? deed.replace("their own", "your own") : deed}`, about: null, rest: "" };
  if (!about) return { text: `${actor} ${withoutPerson(deed)}`, about: null, rest: "" };
  return { text: `${actor} ${deed.before}`, about, rest: deed.after ? ` ${deed.after}` : "" };
}

/** The first words of most sentences. */
export const actorOf = ({ actor_id, actor_name, actor_email }: AuditEntry, selfId?: string): string =>
  selfId !== undefined && actor_id === selfId ? "You" : actor_name || actor_email || "The system";

/** The whole sentence as text. */
export const sentenceText = ({ text, about, rest }: AuditSentence): string =>
  [text, about?.name].filter(Boolean).join(" ") + rest;

/** The words without their person, who is gone or was never known: 'sent invoice INV-7'. */
const withoutPerson = ({ before, after = "" }: Exclude<Deed, string>): string =>
  `${before.replace(/ (of|for|to|from|as)$/, "")} ${after}`.trim();

/** ' signed up as a client', when someone made their own account. */
function signUp({ table_name, action, actor_id, after, subject }: AuditEntry): string | null {
  if (table_name !== "user_roles" || action !== "insert" || actor_id !== null || !subject) return null;
  const role = String(after?.role ?? "");
  return after?.status === "pending" ? ` signed up and asked for ${role} access` : ` signed up as ${INVITED_AS[role]}`;
}

/** What happened to a row of each table. */
const DEEDS: Record<string, (entry: AuditEntry, names: KeyNames) => Deed> = {
  accounts: accountDeed,
  account_members: memberDeed,
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
  agency_settings: () => "changed the agency settings",
  client_dashboards: (entry) => {
    const name = textOf(entry, "business_name", "dashboard_title");
    if (entry.action === "insert") return toPerson(`added the dashboard ${name} for`);
    return toPerson(`${VERBS[entry.action]} the dashboard ${name} of`);
  },
  change_requests: requestDeed,
  change_request_answers: (entry) => `replied to ${requestOf(entry)}`,
  request_assignments: (entry) => {
    if (entry.action === "delete") return toPerson(`unassigned ${requestOf(entry)} from`);
    if (entry.after?.["user_id"] === entry.actor_id) return `took ${requestOf(entry)}`;
    return toPerson(`assigned ${requestOf(entry)} to`);
  },
  erasures: () => "erased a person's data",
  invitations: invitationDeed,
  invoices: invoiceDeed,
  invoice_credits: (entry) =>
    toPerson(
      entry.action === "insert"
        ? `credited ${invoiceOf(entry)} of`
        : `${VERBS[entry.action]} the credit on ${invoiceOf(entry)} of`,
    ),
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
  landing_pages: (entry) => {
    const page = `the landing page ${quoted(textOf(entry, "title", "slug"), "without a title")}`;
    if (entry.action !== "update") return `${entry.action === "insert" ? "created" : VERBS[entry.action]} ${page}`;
    const { before, after } = entry;
    if (before?.status !== after?.status)
      return `${after?.status === "published" ? "published" : "unpublished"} ${page}`;
    if (turned(entry, "archived_at"))
      return `${turned(entry, "archived_at") === "on" ? "archived" : "restored"} ${page}`;
    return `changed ${page}`;
  },
  landing_brands: ({ account_name: account }) =>
    `changed the brand of ${account ? `${account}'s landing pages` : "the landing pages"}`,
  landing_domains: (entry) => {
    const domain = textOf(entry, "domain");
    if (entry.action === "insert") return `connected the domain ${domain} to ${pageOf(entry)}`;
    if (entry.action === "delete") return `disconnected the domain ${domain} from ${pageOf(entry)}`;
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
      return after?.winner_version ? `ended ${test} with a winner` : `stopped ${test}`;
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
  leads: leadDeed,
  lead_routing: () => "changed who gets new leads",
  lost_reasons: (entry) => listItemDeed(entry, "lost reason"),
  meeting_types: (entry) =>
    `${VERBS[entry.action]} the meeting type ${quoted(textOf(entry, "name"), "without a name")}`,
  mfa_factors: ({ action }) =>
    toPerson(action === "delete" ? "removed the authenticator app of" : `${VERBS[action]} the authenticator app of`),
  outbox: ({ subject, after }) => {
    if (subject) return toPerson("resent a failed email to");
    const count = Number(after?.emails ?? 0);
    return `resent ${formatCount(count)} failed ${count === 1 ? "email" : "emails"}`;
  },
  payments: paymentDeed,
  pipeline_stages: (entry) => listItemDeed(entry, "pipeline stage"),
  premium_overrides: (entry) => {
    const email = textOf(entry, "email");
    if (entry.action === "insert") return `gave ${email} the premium plan for free`;
    if (entry.action === "delete") return `ended the free premium plan of ${email}`;
    return `changed the free premium plan of ${email}`;
  },
  profiles: ({ action, actor_id, row_id }) => {
    if (action === "view") return toPerson("viewed the portal as");
    return actor_id === row_id ? "changed their own profile" : toPerson(`${VERBS[action]} the profile of`);
  },
  recovery_codes: ({ action }) =>
    action === "insert" ? "created new recovery codes" : "signed in with a recovery code",
  retainers: retainerDeed,
  retainer_charges: ({ action, after, before }) => {
    const day = (after ?? before)?.charge_date;
    const of = typeof day === "string" ? ` for ${formatDay(day)}` : "";
    return action === "insert"
      ? toPerson("billed a retainer of", of.trim())
      : toPerson(`${VERBS[action]} a charge${of} on a retainer of`);
  },
  retention_settings: (entry) => `changed how long we keep ${textOf(entry, "label").toLowerCase() || "data"}`,
  rotas: ({ action }) => toPerson(action === "delete" ? "removed the shifts of" : "changed the shifts of"),
  user_roles: roleDeed,
};

/** For a table without sentences of its own. */
const plainDeed = (entry: AuditEntry): Deed => toPerson(changeOfRow(entry));

/** 'changed the invoice of' */
function changeOfRow({ table_name, action }: AuditEntry): string {
  const what = (TABLE_NAMES[table_name] ?? table_name.replaceAll("_", " ")).toLowerCase();
  return `${VERBS[action] ?? action} the ${what} of`;
}

/** An erasure removes what an entry said. */
const isErased = ({ action, before, after }: AuditEntry) => action !== "view" && !before && !after;

function accountDeed({ action, before, after, account_name }: AuditEntry): Deed {
  if (action === "view") return `opened the workspace of ${account_name ?? "a deleted account"}`;
  const name = short((after ?? before)?.name);
  if (action !== "update") return `${action === "insert" ? "created" : VERBS[action]} the account ${name}`;
  const archived = turned({ before, after }, "archived_at");
  if (archived) return `${archived === "on" ? "archived" : "restored"} the account ${name}`;
  const fields = rawChanges({ before, after }).map(({ field }) => field);
  if (fields.length > 0 && fields.every((field) => field === "name"))
    return `renamed the account ${short(before?.name)} to ${name}`;
  if (fields.length > 0 && fields.every((field) => /^(accent|logo)/.test(field))) return `changed the brand of ${name}`;
  return `changed the settings of the account ${name}`;
}

function memberDeed({ action, before, after, account_name }: AuditEntry): Deed {
  const role = MEMBER_ROLES[String((after ?? before)?.role ?? "")] ?? "a member";
  const account = account_name ?? "an account";
  if (action === "delete") return toPerson("removed", `from ${account}`);
  return toPerson(action === "insert" ? "added" : "made", `${action === "insert" ? "as " : ""}${role} of ${account}`);
}

const MEMBER_ROLES: Record<string, string> = { owner: "an owner", member: "a member", billing: "a billing contact" };
const INVITED_AS: Record<string, string> = {
  ...MEMBER_ROLES,
  admin: "an admin",
  sales: "a sales rep",
  client: "a client",
};

function invitationDeed(entry: AuditEntry): Deed {
  const { action, before, after, account_name } = entry;
  const row = after ?? before;
  const email = textOf(entry, "email") || "someone";
  const role = INVITED_AS[String(row?.account_role ?? row?.role ?? "")];
  const to = row?.account_role && account_name ? ` to ${account_name}` : "";
  if (action === "insert") return `invited ${email}${to}${role ? ` as ${role}` : ""}`;
  if (action === "delete") return `deleted the invitation of ${email}`;
  if (turned(entry, "revoked_at") === "on") return `revoked the invitation of ${email}`;
  // Only the changes of admins are in the log, so this one was invited and is an admin now.
  if (turned(entry, "accepted_at") === "on") return `accepted the invitation of ${email}`;
  return `changed the invitation of ${email}`;
}

function invoiceDeed({ action, before, after }: AuditEntry): Deed {
  const number = invoiceName(numberOf(after ?? before));
  const invoice = number === "Draft" ? "an invoice draft" : `invoice ${number}`;
  if (action === "insert") return toPerson(`created ${invoice} for`);
  if (action === "delete") return toPerson(`deleted ${invoice} of`);
  const credited = Number(after?.credited_amount ?? 0) - Number(before?.credited_amount ?? 0);
  if (credited > 0) return toPerson(`credited ${moneyText(credited, after?.currency)} on ${invoice} of`);
  if (before?.status === after?.status) return toPerson(`changed ${invoice} of`);
  if (before?.status === "draft") return toPerson(`sent ${invoice} to`);
  if (before?.status === "active" && after?.status === "pending")
    return toPerson(`opened ${invoice} of`, "for payment");
  if (after?.status === "void") return toPerson(`canceled ${invoice} of`);
  if (after?.status === "paid") return toPerson(`marked ${invoice} of`, "as paid");
  if (before?.status === "paid") return toPerson(`marked ${invoice} of`, "as not paid");
  return toPerson(`changed ${invoice} of`);
}

/** The invoice that an entry is about: 'INV-7', or 'an invoice' for a draft. */
const invoiceOf = ({ invoice_number: number }: AuditEntry) => number ?? "an invoice";

/** The landing page of a test, a domain or a preview link. */
const pageOf = ({ page_title: title }: AuditEntry) => (title ? `the landing page “${short(title)}”` : "a landing page");

/** The request that an entry is about. */
const requestOf = ({ request_business: business }: AuditEntry) =>
  business ? `the request of ${business}` : "a request";

function paymentDeed(entry: AuditEntry): Deed {
  const { action, before, after } = entry;
  const row = after ?? before;
  const number = entry.invoice_number ? ` for ${entry.invoice_number}` : "";
  const money = `${moneyText(row?.amount, row?.currency)}${number}`;
  if (after?.kind === "removed" && before?.kind !== "removed") return toPerson(`removed a payment of ${money} from`);
  if (action !== "insert") return toPerson(`${VERBS[action]} a payment of ${money} from`);
  if (row?.kind === "refund") return toPerson(`recorded a refund of ${money} to`);
  if (row?.kind === "reversal") return toPerson(`recorded that a refund of ${money} to`, "failed");
  return toPerson(`recorded a payment of ${money} from`);
}

function retainerDeed({ action, before, after }: AuditEntry): Deed {
  const retainer = `the retainer ${short((after ?? before)?.retainer_name)}`;
  if (action === "insert") return toPerson(`created ${retainer} for`);
  const [was, now] = [before?.status, after?.status];
  if (action === "delete" || was === now) return toPerson(`${VERBS[action]} ${retainer} of`);
  const verbs: Record<string, string> = { paused: "paused", completed: "completed", canceled: "canceled" };
  const verb = now === "active" ? (was === "paused" ? "resumed" : "activated") : (verbs[String(now)] ?? "changed");
  return toPerson(`${verb} ${retainer} of`);
}

function requestDeed({ action, before, after }: AuditEntry): Deed {
  const row = after ?? before;
  const request = row?.lead_id ? `the hand-off of ${short(row.business_name)} by` : "the request of";
  if (action === "insert") return "sent a request";
  if (action === "delete") return toPerson(`deleted ${request}`);
  if (before?.status === after?.status) return toPerson(`changed ${request}`);
  if (after?.status === "closed") return toPerson(`closed ${request}`);
  if (after?.status === "answered") return toPerson(`replied to ${request}`);
  return toPerson(`reopened ${request}`);
}

function leadName(row: Record<string, unknown>): string {
  const person = [row.first_name, row.last_name].filter((part) => typeof part === "string" && part !== "").join(" ");
  return short(person || row.email || row.company);
}

function leadDeed(entry: AuditEntry, names: KeyNames): Deed {
  const { action, before, after } = entry;
  const lead = `the lead ${leadName(after ?? before ?? {}) || "without a name"}`;
  if (action !== "update") return `${VERBS[action]} ${lead}`;
  if (before?.stage !== after?.stage) {
    const stage = (key: unknown) => names.stage?.[String(key)] ?? String(key);
    return `moved ${lead} from ${stage(before?.stage)} to ${stage(after?.stage)}`;
  }
  if (!before?.merged_into && after?.merged_into) return `merged ${lead} into another lead`;
  const archived = turned(entry, "archived_at");
  if (archived) return `${archived === "on" ? "archived" : "restored"} ${lead}`;
  const spam = turned(entry, "is_spam");
  if (spam) return `marked ${lead} as ${spam === "on" ? "spam" : "not spam"}`;
  // The subject of a lead's entry is its owner.
  if (before?.user_id !== after?.user_id)
    return after?.user_id ? toPerson(`assigned ${lead} to`) : `unassigned ${lead}`;
  return turned(entry, "client_account_id") === "on" ? `made ${lead} a client` : `changed ${lead}`;
}

/** 'renamed the lost reason A to B' and the like. */
function listItemDeed({ action, before, after }: AuditEntry, what: string): Deed {
  const [was, now] = [short(before?.label), short(after?.label)];
  if (action === "update" && was !== now) return `renamed the ${what} ${was} to ${now}`;
  const archived = turned({ before, after }, "archived_at");
  const verb = archived && action === "update" ? (archived === "on" ? "archived" : "restored") : VERBS[action];
  return `${verb} the ${what} ${now || was}`;
}

function roleDeed({ action, before, after }: AuditEntry): Deed {
  const access = `${String((after ?? before)?.role ?? "")} access`;
  const [was, now] = [before?.status, after?.status];
  if (action === "insert") return now === "pending" ? toPerson(`asked for ${access} for`) : toPerson("gave", access);
  if (action === "delete") return toPerson(`removed ${access} from`);
  if (was === now) return toPerson(`changed ${access} of`);
  if (was === "pending") return toPerson(`${now === "active" ? "approved" : "rejected"} ${access} for`);
  return toPerson(`${now === "active" ? "reactivated" : "deactivated"} ${access} for`);
}

/** The first of these fields that has a text, shortened. */
function textOf({ before, after }: Pick<AuditEntry, "before" | "after">, ...fields: string[]): string {
  const row = after ?? before ?? {};
  return short(fields.map((field) => row[field]).find((value) => typeof value === "string" && value !== ""));
}

const MAX_NAME = 80;
const short = (value: unknown): string => {
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
};

const quoted = (name: string, otherwise: string) => (name ? `“${name}”` : otherwise);

/** Whether a field with a moment, an id or Yes and No got a value, or lost it. */
function turned({ before, after }: Pick<AuditEntry, "before" | "after">, field: string): "on" | "off" | null {
  if (!before || !after || Boolean(before[field]) === Boolean(after[field])) return null;
  return after[field] ? "on" : "off";
}

const moneyText = (amount: unknown, currency: unknown) =>
  formatMoney({ amount: Number(amount ?? 0), currency: String(currency ?? "usd") });

const numberOf = (row: AuditedRow | null) => ({
  id: String(row?.id),
  invoice_number: typeof row?.invoice_number === "string" ? row.invoice_number : null,
});

export type FieldChange = { field: string; label: string; before: string; after: string };

/** The fields of a change that people understand, with their labels: 'Due date: Nov 3 → Nov 10'. */
export function changedFields(
  { before, after }: Pick<AuditEntry, "before" | "after">,
  names: KeyNames = {},
): FieldChange[] {
  const text = (field: string, row: AuditedRow | null) =>
    field === "invoice_number" && row
      ? invoiceName(numberOf(row))
      : (names[field]?.[String(row?.[field])] ?? fieldText(field, row?.[field], row ?? {}));
  return (
    rawChanges({ before, after })
      // The actor is who it was by.
      .filter(({ field }) => !/(^|_)(id|by)$/.test(field) && !DERIVED_FIELDS.has(field))
      .map(({ field }) => ({
        field,
        label: fieldLabel(field),
        before: text(field, before),
        after: text(field, after),
      }))
      // Other HTML may be as large.
      .filter(({ field, ...text }) => text.before !== text.after || isHtml(after?.[field]))
  );
}

/** The changed fields that the sentence doesn't say: without the change, it would be the same. */
export function untoldFields(entry: AuditEntry, names: KeyNames = {}): FieldChange[] {
  const sentence = (before: AuditedRow | null) => sentenceText(describeEntry({ ...entry, before }, undefined, names));
  return changedFields(entry, names).filter(
    ({ field }) => sentence({ ...entry.before, [field]: entry.after?.[field] }) === sentence(entry.before),
  );
}

/** Every stored value that differs, with its label. Ids have the names that are known; lists and objects stay as stored. */
export function storedChanges(
  entry: Pick<AuditEntry, "row_id" | "before" | "after" | "known">,
  names: KeyNames = {},
): FieldChange[] {
  const text = (field: string, row: AuditedRow | null, stored: string) => {
    const value = row?.[field];
    if (typeof value === "object") return stored;
    if (typeof value === "string" && entry.known[value]) return entry.known[value];
    if (isHtml(value)) return stored;
    return names[field]?.[String(value)] ?? fieldText(field, value, row ?? {});
  };
  return (
    rawChanges(entry)
      // The details name the row's own id already.
      .filter(({ field, before, after }) => field !== "id" || (after || before) !== entry.row_id)
      .map(({ field, before, after }) => ({
        field,
        label: fieldLabel(field),
        before: text(field, entry.before, before),
        after: text(field, entry.after, after),
      }))
  );
}

/** The page of the invoice, account, request, lead or landing page that a sentence names, and its words there. */
export function recordOf(entry: AuditEntry): { name: string; to: string } | null {
  const { table_name, action, row_id, account_id, account_name, before, after } = entry;
  if (action === "delete") return null;
  const row = after ?? before ?? {};
  const link = (name: string, page: string, id: unknown) =>
    typeof id === "string" && name ? { name, to: `${page}${id}` } : null;
  switch (table_name) {
    case "invoices": {
      const number = invoiceName(numberOf(row));
      return link(number === "Draft" ? "invoice draft" : number, "/admin/billing/", row_id);
    }
    case "payments":
    case "invoice_credits":
    case "invoice_events":
    case "invoice_lines":
      return link(entry.invoice_number ?? "an invoice", "/admin/billing/", row.invoice_id);
    case "accounts":
      return link(account_name ?? "", "/admin/accounts/", row_id);
    case "account_members":
    case "account_loans":
    case "invitations":
      return link(account_name ?? "", "/admin/accounts/", account_id);
    case "change_requests":
      return link(row.lead_id ? "the hand-off" : "the request", "/admin/requests#request-", row_id);
    case "change_request_answers":
    case "request_assignments":
      return link("a request", "/admin/requests#request-", row.request_id);
    case "leads":
      if (row.merged_into) return null;
      return link(
        leadName(row),
        entry.account_slug ? `/workspace/${entry.account_slug}/leads/` : "/crm/leads/",
        row_id,
      );
    case "landing_pages":
    case "landing_publish_requests":
      return link(textOf(entry, "title", "slug"), "/admin/landing-pages/", row_id);
    case "landing_domains":
    case "landing_previews":
    case "landing_tests":
      return link(short(entry.page_title) || "a landing page", "/admin/landing-pages/", row.page_id);
    default:
      return null;
  }
}

/** Whether changes of this kind can be reverted. The database decides whether this entry still can be. */
export function isRestorable(
  entry: Pick<AuditEntry, "table_name" | "action" | "before" | "after" | "has_draft">,
): boolean {
  const { table_name, action } = entry;
  if (isCounting(entry)) return false;
  // A page that was never published is all in its draft.
  if (table_name === "landing_pages" && action === "delete" && entry.before?.version === 0) return entry.has_draft;
  return RESTORABLE.has(table_name) && (action === "update" || action === "delete");
}

/** What to ask before a revert that visitors of a landing page would notice, or that brings back only a part; null for every other. */
export function restoreQuestion(entry: Pick<AuditEntry, "table_name" | "action" | "before" | "after" | "has_draft">) {
  if (entry.table_name !== "landing_pages") return null;
  const page = quoted(textOf(entry, "title", "slug"), "this page");
  const [is, becomes] = [entry.after?.status === "published", entry.before?.status === "published"];
  if (is && becomes)
    return {
      title: `Revert the change of ${page}?`,
      description: "The page is public. Visitors see it as it was before this change right away.",
      confirmLabel: "Revert",
    };
  if (is)
    return {
      title: `Unpublish ${page}?`,
      description: "This reverts that it was published. Visitors see “Page not found or not published”.",
      confirmLabel: "Unpublish",
    };
  if (becomes)
    return {
      title: `Publish ${page}?`,
      description: "It was public before. Anyone with the link can open it right away.",
      confirmLabel: "Publish",
    };
  if (entry.action === "delete")
    return {
      title: `Restore ${page}?`,
      description: entry.has_draft
        ? "It comes back unpublished, with its draft as it was. Its earlier versions, statistics and preview links stay deleted."
        : "It comes back unpublished, as it was last published, as HTML. Its blocks, newer changes, earlier versions, statistics and preview links stay deleted.",
      confirmLabel: "Restore",
      variant: "primary" as const,
    };
  return null;
}
