import { formatCount } from "../../../../domain/format-count.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AuditEntry } from "./api.ts";
import { type AuditedRow, isCounting, rawChanges, subjectId } from "./audited-rows.ts";
import { fieldLabel, fieldText, isHtml } from "./field-texts.ts";

/** What a row of each table is, in a sentence and in the filter. */
export const TABLE_NAMES: Record<string, string> = {
  user_roles: "Role",
  accounts: "Account",
  account_members: "Membership",
  account_loans: "Agency rep",
  profiles: "Profile",
  invitations: "Invitation",
  client_dashboards: "Dashboard",
  invoices: "Invoice",
  invoice_lines: "Invoice line",
  invoice_credits: "Invoice credit",
  payments: "Payment",
  retainers: "Retainer",
  retainer_charges: "Retainer charge",
  change_requests: "Request",
  change_request_answers: "Answer to a request",
  leads: "Lead",
  landing_pages: "Landing page",
  landing_domains: "Landing page domain",
  landing_previews: "Landing page preview",
  landing_tests: "Landing page test",
  landing_pictures: "Picture",
  agency_settings: "Agency settings",
  admin_emails: "Admin email",
  premium_overrides: "Premium override",
  pipeline_stages: "Pipeline stage",
  lost_reasons: "Lost reason",
  retention_settings: "Retention period",
  mfa_factors: "Authenticator app",
  recovery_codes: "Recovery codes",
  erasures: "Erasure",
  outbox: "Email",
};

const VERBS: Record<string, string> = { insert: "added", update: "changed", delete: "deleted" };
/** The fields that identify a row best, in this order. */
const NAMES = [
  "invoice_number",
  "business_name",
  "retainer_name",
  "slug",
  "hostname",
  "label",
  "email",
  "description",
  "agency_name",
];
/** There is only one such row, so it has no name. */
const SINGLE = new Set(["agency_settings"]);
const RESTORABLE = new Set(["client_dashboards", "premium_overrides", "agency_settings", "retainers", "landing_pages"]);
/** Fields that follow from others. They are only in the details. */
const DERIVED_FIELDS = new Set(["reached", "stage_entered_at", "last_activity_at"]);

/** A sentence in parts, so that a client's name in it can be a link: "Maren Okafor changed the dashboard Acme of …". */
export type AuditSentence = {
  text: string;
  /** The person whom the entry is about; `clientId` when they may have a record. */
  about: { name: string; clientId: string | null } | null;
};

/** What happened, such as 'You changed the invoice INV-7 of' with the client's name. */
export function describeEntry(entry: AuditEntry, selfId?: string): AuditSentence {
  const { table_name, action, subject } = entry;
  const isSelf = selfId !== undefined && entry.actor_id === selfId;
  const actor = isSelf ? "You" : entry.actor_name || entry.actor_email || "The system";
  const about = subject ? { name: entry.subject_name || subject, clientId: clientIdOf(entry) } : null;
  if (table_name === "accounts") return { text: `${actor} ${accountChange(entry)}`, about: null };
  if (table_name === "account_members") return { text: `${actor} ${membershipChange(entry)}`, about };
  if (table_name === "account_loans")
    return {
      text: `${actor} ${action === "delete" ? "removed the agency rep" : "added the agency rep"}`,
      about: about && { ...about, clientId: null },
    };
  if (action === "view") return { text: `${actor} viewed the portal as`, about };
  if (table_name === "erasures") return { text: `${actor} erased a person`, about: null };
  if (table_name === "outbox") return resentEmails(entry, actor, about);
  if (table_name === "invitations") return { text: `${actor} ${invitationChange(entry)}`, about: null };
  if (table_name === "payments" && action === "insert") return { text: `${actor} ${paymentText(entry)}`, about };
  if (table_name === "retainer_charges" && action === "insert")
    return { text: `${actor} charged a retainer of`, about };
  const decision = invoiceDecision(entry);
  if (decision) return { text: `${actor} ${decision}`, about };
  if (table_name === "user_roles") return { text: `${actor} ${roleChange(entry)}`, about };
  const what = isDraftInvoice(entry)
    ? "draft invoice"
    : (TABLE_NAMES[table_name] ?? table_name.replaceAll("_", " ")).toLowerCase();
  const name = SINGLE.has(table_name) || isDraftInvoice(entry) ? "" : rowName(entry, subject);
  const thing = `${actor} ${VERBS[action] ?? action} the ${what}${name && ` ${name}`}`;
  return about ? { text: `${thing} of`, about } : { text: thing, about: null };
}

/** 'sent the invoice INV-7 to' and the like. The client follows. Null for other changes. */
function invoiceDecision({ table_name, action, before, after }: AuditEntry): string | null {
  if (table_name !== "invoices" || action !== "update") return null;
  const name = invoiceName(numberOf(after));
  const credited = Number(after?.credited_amount ?? 0) - Number(before?.credited_amount ?? 0);
  if (credited > 0) return `credited ${moneyText(credited, after?.currency)} on the invoice ${name} of`;
  if (before?.status === after?.status) return null;
  if (before?.status === "draft") return `sent the invoice ${name} to`;
  if (after?.status === "void") return `canceled the invoice ${name} of`;
  return after?.status === "paid" ? `recorded as paid the invoice ${name} of` : null;
}

const moneyText = (amount: unknown, currency: unknown) =>
  formatMoney({ amount: Number(amount ?? 0), currency: String(currency ?? "usd") });

/** A draft has no number that could name it. */
function isDraftInvoice({ table_name, before, after }: AuditEntry): boolean {
  const row = after ?? before;
  return table_name === "invoices" && invoiceName(numberOf(row)) === "Draft";
}

const numberOf = (row: AuditedRow | null) => ({
  id: String(row?.id),
  invoice_number: typeof row?.invoice_number === "string" ? row.invoice_number : null,
});

function resentEmails({ after }: AuditEntry, actor: string, about: AuditSentence["about"]): AuditSentence {
  if (about) return { text: `${actor} resent a failed email to`, about };
  const count = Number(after?.emails ?? 0);
  return { text: `${actor} resent ${formatCount(count)} failed ${count === 1 ? "email" : "emails"}`, about: null };
}

/** 'entered the workspace', 'archived the account Acme' and the like. */
function accountChange({ action, before, after, account_name }: AuditEntry): string {
  if (action === "view") return `entered the workspace of ${account_name ?? "a deleted account"}`;
  const name = String((after ?? before)?.name ?? "").slice(0, 80);
  const [was, now] = [before?.archived_at ?? null, after?.archived_at ?? null];
  const verb = before && after && (was === null) !== (now === null) ? (now ? "archived" : "restored") : VERBS[action];
  return `${verb} the account ${name}`;
}

/** 'added the owner' and the like. The person follows. */
function membershipChange({ action, before, after }: AuditEntry): string {
  const role = String((after ?? before)?.role ?? "");
  if (action === "insert") return `added the ${role}`;
  if (action === "delete") return `removed the ${role}`;
  return `changed the role in the account to ${role} for`;
}

/** 'invited ann@acme.example as an owner' and the like. */
function invitationChange({ action, before, after }: AuditEntry): string {
  const row = after ?? before;
  const email = String(row?.email ?? "someone");
  const role = INVITED_AS[String(row?.account_role ?? row?.role ?? "")];
  if (action === "insert") return `invited ${email}${role ? ` as ${role}` : ""}`;
  if (action === "update" && after?.revoked_at && !before?.revoked_at) return `revoked the invitation for ${email}`;
  if (action === "update" && after?.accepted_at && !before?.accepted_at) return `accepted the invitation for ${email}`;
  return `${VERBS[action] ?? action} the invitation for ${email}`;
}

const INVITED_AS: Record<string, string> = {
  owner: "an owner",
  member: "a member",
  billing: "a billing contact",
  admin: "an admin",
  sales: "a salesperson",
  client: "a client",
};

/** 'recorded a refund of $200.00 to' and the like. The client follows. */
function paymentText({ after }: AuditEntry): string {
  const money = moneyText(after?.amount, after?.currency);
  if (after?.kind === "refund") return `recorded a refund of ${money} to`;
  if (after?.kind === "reversal") return `recorded that a refund of ${money} failed for`;
  return `recorded a payment of ${money} from`;
}

/** 'gave sales access to', 'approved the sales access of' and the like. The person follows. */
function roleChange({ action, before, after }: AuditEntry): string {
  const role = String((after ?? before)?.role ?? "");
  const [was, now] = [before?.status, after?.status];
  if (action === "insert") return now === "pending" ? `requested ${role} access for` : `gave ${role} access to`;
  if (action === "delete") return `removed ${role} access from`;
  if (was === "pending") return `${now === "active" ? "approved" : "rejected"} ${role} access for`;
  return `${now === "active" ? "reactivated" : "deactivated"} ${role} access for`;
}

/** The name of the row itself. Null for the address that the sentence ends with anyway. */
function rowName({ table_name, before, after }: AuditEntry, subject: string | null): string {
  const row = after ?? before ?? {};
  const person = [row.first_name, row.last_name].filter((part) => typeof part === "string" && part !== "").join(" ");
  const name = NAMES.map((key) => row[key]).find((value) => typeof value === "string" && value !== "");
  const text = table_name === "leads" && person ? person : typeof name === "string" ? name : person;
  return text === subject ? "" : text.slice(0, 80);
}

/** The account that a row belongs to, unless it is a lead's owner. */
function clientIdOf(entry: AuditEntry): string | null {
  if (entry.table_name === "leads") return null;
  const role = (entry.after ?? entry.before)?.role;
  return role === undefined || role === "client" ? subjectId(entry) : null;
}

export type FieldChange = { field: string; label: string; before: string; after: string };

/** The names of stored keys by field, such as a stage's. */
export type KeyNames = Record<string, Record<string, string>>;

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
      .filter(({ field }) => !/(^|_)id$/.test(field) && !DERIVED_FIELDS.has(field))
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

/** Whether changes of this kind can be reverted. The database decides whether this entry still can be. */
export function isRestorable(entry: Pick<AuditEntry, "table_name" | "action" | "before" | "after">): boolean {
  const { table_name, action } = entry;
  if (isCounting(entry)) return false;
  return RESTORABLE.has(table_name) && (action === "update" || action === "delete");
}
