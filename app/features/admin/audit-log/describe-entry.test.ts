import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AuditEntry } from "./api.ts";
import { isCounting, rawChanges } from "./audited-rows.ts";
import { describeEntry, sentenceText } from "./describe-entry.ts";
import { changedFields, storedChanges, untoldFields } from "./field-changes.ts";
import { storedLines } from "./field-texts.ts";
import { matchedFields } from "./matched-fields.ts";
import { recordOf } from "./record-of.ts";
import { fits } from "./removals.ts";
import { isRestorable, isReturn, restoreQuestion } from "./restore.ts";
import { TABLE_NAMES } from "./table-names.ts";

const CLIENT = "0b7cf9b2-2f6d-4a0e-9f53-0c2a7f6f1d11";
const entry = {
  id: 1,
  happened_at: "2026-11-21T10:00:00Z",
  actor_id: "5a0f8c1e-8a4b-4a52-9f5e-0d7f5d9b7a10",
  actor_email: "admin@example.com",
  actor_name: null as string | null,
  subject_name: null as string | null,
  actor_kind: null,
  subject_kind: null,
  account_name: null as string | null,
  account_slug: null as string | null,
  known: {} as Record<string, string>,
  invoice_number: null as string | null,
  request_business: null as string | null,
  page_title: null as string | null,
  removal: null as AuditEntry["removal"],
  reason: null as string | null,
  has_draft: false,
  is_gone: false,
  is_public: false,
  is_restored: false,
  outlook: null as AuditEntry["outlook"],
  account_id: null as string | null,
  write_id: 1 as number | null,
  action: "update",
  table_name: "client_dashboards",
  row_id: "7",
  subject: "client@example.com" as string | null,
  before: { business_name: "Acme", access_count: 1, updated_at: "a", owner_id: null, user_id: CLIENT },
  after: { business_name: "Acme Ltd", access_count: 1, updated_at: "b", owner_id: null, user_id: CLIENT },
};
const about = { name: "client@example.com", id: CLIENT };

/** The whole sentence of a change of the entry, without the actor. */
const say = (change: Partial<AuditEntry>) =>
  sentenceText(describeEntry({ ...entry, ...change }))
    .replace(/^admin@example\.com /, "")
    .replaceAll("client@example.com", "DANA");
const added = (table_name: string, after: object, more: Partial<AuditEntry> = {}) =>
  say({ table_name, action: "insert", before: null, after: { ...after }, ...more });
const changed = (table_name: string, before: object, after: object, more: Partial<AuditEntry> = {}) =>
  say({ table_name, before: { ...before }, after: { ...before, ...after }, ...more });
const deleted = (table_name: string, before: object, more: Partial<AuditEntry> = {}) =>
  say({ table_name, action: "delete", before: { ...before }, after: null, ...more });
const noSubject = { subject: null };

test("an entry names the person whom it is about, with a link if they have a record", () => {
  expect(describeEntry(entry)).toEqual({
    text: "admin@example.com changed the dashboard Acme Ltd of",
    about,
    rest: "",
  });
  const named = { ...entry, actor_name: "Maren Okafor", subject_name: "Dana Whitlock" };
  const dana = { name: "Dana Whitlock", id: CLIENT };
  expect(describeEntry(named)).toEqual({
    text: "Maren Okafor changed the dashboard Acme Ltd of",
    about: dana,
    rest: "",
  });
  expect(describeEntry(named, entry.actor_id).text).toBe("You changed the dashboard Acme Ltd of");
  expect(describeEntry({ ...named, subject: null }).text).toBe("Maren Okafor changed the dashboard Acme Ltd");
});

test("roles read as decisions, and a sign-up as what the person did", () => {
  const role = (status: string) => ({ role: "sales", status });
  expect(added("user_roles", role("pending"))).toBe("asked for sales access for DANA");
  expect(added("user_roles", role("active"))).toBe("gave DANA sales access");
  expect(changed("user_roles", role("pending"), role("active"))).toBe("approved sales access for DANA");
  expect(changed("user_roles", role("pending"), role("inactive"))).toBe("rejected sales access for DANA");
  expect(changed("user_roles", role("active"), role("inactive"))).toBe("deactivated sales access for DANA");
  expect(changed("user_roles", role("inactive"), role("active"))).toBe("reactivated sales access for DANA");
  expect(deleted("user_roles", role("active"))).toBe("removed sales access from DANA");
  const alone = { actor_id: null, actor_email: null };
  expect(added("user_roles", role("pending"), alone)).toBe("DANA signed up and asked for sales access");
  expect(added("user_roles", { role: "client", status: "active" }, alone)).toBe("DANA signed up as a client");
});

test("the assignee of a request is named, unless someone takes it", () => {
  const ben = { request_id: CLIENT, user_id: CLIENT };
  expect(added("request_assignments", ben)).toBe("assigned a request to DANA");
  expect(added("request_assignments", { ...ben, user_id: entry.actor_id })).toBe("took a request");
  expect(deleted("request_assignments", ben)).toBe("unassigned a request from DANA");
});

test("accounts, their people and invitations have sentences", () => {
  const acme = { account_name: "Acme", subject: null };
  expect(added("accounts", { name: "Acme" }, acme)).toBe("created the account Acme");
  expect(changed("accounts", { name: "Acme" }, { name: "Zen" }, acme)).toBe("renamed the account Acme to Zen");
  expect(changed("accounts", { name: "Acme", accent: null }, { accent: "#111111" }, acme)).toBe(
    "changed the brand of Acme",
  );
  expect(changed("accounts", { name: "Acme", currency: "usd" }, { currency: "eur" }, acme)).toBe(
    "changed the settings of the account Acme",
  );
  const closed = { archived_at: "2026-11-01T10:00:00Z" };
  expect(changed("accounts", { name: "Acme", archived_at: null }, closed, acme)).toBe("archived the account Acme");
  expect(changed("accounts", { name: "Acme", ...closed }, { archived_at: null }, acme)).toBe(
    "restored the account Acme",
  );
  expect(say({ table_name: "accounts", action: "view", before: null, after: null, ...acme })).toBe(
    "opened the workspace of Acme",
  );
  const person = { account_name: "Acme" };
  expect(added("account_members", { role: "owner" }, person)).toBe("added DANA as an owner of Acme");
  expect(changed("account_members", { role: "owner" }, { role: "billing" }, person)).toBe(
    "made DANA a billing contact of Acme",
  );
  expect(deleted("account_members", { role: "owner" }, person)).toBe("removed DANA from Acme");
  expect(added("account_loans", {}, person)).toBe("added DANA to Acme as its agency rep");
  expect(deleted("account_loans", {}, person)).toBe("removed DANA as the agency rep of Acme");
  const ann = { email: "ann@acme.example", role: "client", account_role: "owner", revoked_at: null };
  expect(added("invitations", ann, acme)).toBe("invited ann@acme.example to Acme as an owner");
  expect(added("invitations", { email: "bo@x.example", role: "admin" }, noSubject)).toBe(
    "invited bo@x.example as an admin",
  );
  expect(changed("invitations", ann, { revoked_at: "now" }, acme)).toBe("revoked the invitation of ann@acme.example");
});

test("money reads as people say it", () => {
  const invoice = { id: CLIENT, invoice_number: "INV-7", status: "pending", credited_amount: 0, currency: "usd" };
  const update = (before: object, after: object) =>
    changed("invoices", { ...invoice, ...before }, { ...invoice, ...after });
  expect(added("invoices", invoice)).toBe("created invoice INV-7 for DANA");
  expect(update({ status: "draft" }, {})).toBe("sent invoice INV-7 to DANA");
  expect(update({ status: "active" }, {})).toBe("opened invoice INV-7 of DANA for payment");
  expect(update({}, { credited_amount: 622 })).toBe("credited $6.22 on invoice INV-7 of DANA");
  expect(update({}, { status: "void" })).toBe("canceled invoice INV-7 of DANA");
  expect(update({}, { status: "paid" })).toBe("marked invoice INV-7 of DANA as paid");
  expect(update({}, { description: "New" })).toBe("changed invoice INV-7 of DANA");
  const paid = (kind: string) => added("payments", { kind, amount: 20_000, currency: "usd" });
  expect(paid("payment")).toBe("recorded a payment of $200.00 from DANA");
  expect(paid("refund")).toBe("recorded a refund of $200.00 to DANA");
  expect(paid("reversal")).toBe("recorded that a refund of $200.00 to DANA failed");
  const byHand = { kind: "refund", amount: 40_000, currency: "usd", provider_ref: `manual:${CLIENT}` };
  const ofInvoice = { invoice_number: "INV-7" };
  const byCard = { ...byHand, kind: "payment", provider_ref: "pi_1" };
  expect(added("payments", byCard, { ...ofInvoice, actor_id: null })).toBe(
    "A card payment of $400.00 for INV-7 of DANA arrived",
  );
  expect(added("payments", byCard, { ...noSubject, actor_id: null })).toBe(
    "A card payment of $400.00 for an invoice arrived",
  );
  expect(added("payments", byHand, ofInvoice)).toBe("recorded a refund of $400.00 for INV-7 to DANA");
  expect(added("payments", { ...byHand, provider_ref: "re_1" }, ofInvoice)).toBe(
    "refunded $400.00 by card for INV-7 of DANA",
  );
  const payment = { kind: "payment", amount: 20_000, currency: "usd" };
  expect(changed("payments", payment, { ...payment, kind: "removed" })).toBe("removed a payment of $200.00 from DANA");
  const refund = { ...payment, kind: "refund" };
  expect(changed("payments", refund, { kind: "removed" })).toBe("removed a refund of $200.00 to DANA");
  expect(update({ credited_amount: 2_000 }, { credited_amount: 0 })).toBe(
    "removed a credit of $20.00 from invoice INV-7 of DANA",
  );
  const removal = { of: "credit" as const, currency: "eur", reason: null, canRestore: true };
  expect(changed("invoice_credits", { amount: 2_000, removed_at: null }, { removed_at: "now" }, { removal })).toBe(
    "removed a credit of €20.00 from an invoice of DANA",
  );
  const again = { is_restored: true, invoice_number: "INV-7" };
  const row = { ...payment, kind: "payment" };
  expect(added("payments", row, again)).toBe("restored a payment of $200.00 for INV-7 from DANA");
  expect(added("payments", { ...row, kind: "refund" }, again)).toBe("restored a refund of $200.00 for INV-7 to DANA");
  const credits = [{ invoice_number: "INV-7", credited_amount: 0, currency: "usd" }, { credited_amount: 500 }] as const;
  expect(changed("invoices", ...credits)).toBe("credited $5.00 on invoice INV-7 of DANA");
  expect(changed("invoices", ...credits, again)).toBe("restored a credit of $5.00 on invoice INV-7 of DANA");
  expect(changed("invoice_credits", { removed_at: "now" }, { removed_at: null })).toBe(
    "restored the credit on an invoice of DANA",
  );
  expect(added("invoice_lines", { description: "Ads" })).toBe("added “Ads” to an invoice of DANA");
  expect(deleted("invoice_lines", { description: "Ads" })).toBe("removed “Ads” from an invoice of DANA");
  expect(added("invoice_credits", {})).toBe("credited an invoice of DANA");
  const numbered = { invoice_number: "INV-7" };
  expect(added("payments", { kind: "payment", amount: 20_000, currency: "usd" }, numbered)).toBe(
    "recorded a payment of $200.00 for INV-7 from DANA",
  );
  expect(added("invoice_credits", {}, numbered)).toBe("credited INV-7 of DANA");
  expect(added("invoice_events", { kind: "reminded" }, numbered)).toBe("emailed a reminder about INV-7 to DANA");
  expect(added("invoice_events", { kind: "resent" }, numbered)).toBe("emailed INV-7 again to DANA");
  const ads = { retainer_name: "Ads", status: "pending" };
  expect(added("retainers", ads)).toBe("created the retainer Ads for DANA");
  expect(added("retainers", ads, noSubject)).toBe("created the retainer Ads");
  expect(changed("retainers", ads, { status: "active" })).toBe("activated the retainer Ads of DANA");
  expect(changed("retainers", { ...ads, status: "active" }, { status: "paused" })).toBe(
    "paused the retainer Ads of DANA",
  );
  expect(changed("retainers", { ...ads, status: "paused" }, { status: "active" })).toBe(
    "resumed the retainer Ads of DANA",
  );
  expect(changed("retainers", { ...ads, status: "active" }, { status: "completed" })).toBe(
    "ended the retainer Ads of DANA",
  );
  expect(changed("retainers", { ...ads, status: "completed" }, { status: "paused" })).toBe(
    "reopened the retainer Ads of DANA",
  );
  expect(changed("retainers", { ...ads, status: "active" }, { status: "canceled" })).toBe(
    "canceled the retainer Ads of DANA",
  );
  expect(added("retainer_charges", { charge_date: "2026-12-01" })).toBe("billed a retainer of DANA for Dec 1, 2026");
  const plan = { cancel_at_period_end: false };
  expect(changed("subscriptions", plan, { cancel_at_period_end: true })).toBe("canceled the plan of DANA");
  expect(changed("subscriptions", { cancel_at_period_end: true }, plan)).toBe("kept the canceled plan of DANA");
  expect(added("premium_overrides", { email: "x@y.example" }, noSubject)).toBe(
    "gave x@y.example complimentary Premium",
  );
});

test("requests, leads and lists have sentences", () => {
  const request = { business_name: "Acme", status: "open", lead_id: null };
  expect(changed("change_requests", request, { status: "answered" })).toBe("replied to the request of DANA");
  expect(changed("change_requests", request, { status: "closed" })).toBe("closed the request of DANA");
  expect(changed("change_requests", { ...request, status: "closed" }, { status: "open" })).toBe(
    "reopened the request of DANA",
  );
  expect(changed("change_requests", { ...request, lead_id: CLIENT }, { status: "closed" })).toBe(
    "closed the hand-off of Acme by DANA",
  );
  const lead = { first_name: "Lucas", last_name: "Quinn", stage: "proposal", user_id: null };
  expect(added("leads", lead)).toBe("added the lead Lucas Quinn");
  expect(changed("leads", lead, { stage: "won" })).toBe("moved the lead Lucas Quinn from proposal to won");
  expect(changed("leads", lead, { user_id: CLIENT })).toBe("assigned the lead Lucas Quinn to DANA");
  expect(changed("leads", lead, { is_spam: true })).toBe("marked the lead Lucas Quinn as spam");
  expect(changed("leads", lead, { archived_at: "now" })).toBe("archived the lead Lucas Quinn");
  expect(changed("leads", lead, { client_account_id: CLIENT })).toBe("made the lead Lucas Quinn a client");
  expect(changed("leads", lead, { phone: "1" })).toBe("changed the lead Lucas Quinn");
  expect(changed("lost_reasons", { label: "Price" }, { label: "Budget" }, noSubject)).toBe(
    "renamed the lost reason Price to Budget",
  );
  expect(added("pipeline_stages", { label: "Demo" }, noSubject)).toBe("added the pipeline stage Demo");
});

test("landing pages and settings have sentences", () => {
  const page = { title: "A clear next step", status: "draft" };
  expect(added("landing_pages", page, noSubject)).toBe("created the landing page “A clear next step”");
  const asked = { title: "A clear next step", state: "waiting", note: null };
  expect(changed("landing_publish_requests", asked, { state: "approved" }, noSubject)).toBe(
    "approved and published the landing page “A clear next step”",
  );
  expect(changed("landing_publish_requests", asked, { state: "declined", note: "Name it" }, noSubject)).toBe(
    "declined the landing page “A clear next step”",
  );
  expect(changed("landing_pages", page, { status: "published" }, noSubject)).toBe(
    "published the landing page “A clear next step”",
  );
  const first = { ...page, version: 0 };
  expect(changed("landing_pages", first, { status: "published", version: 1 }, noSubject)).toBe(
    "published the landing page “A clear next step”",
  );
  const live = { ...page, status: "published", version: 1 };
  expect(changed("landing_pages", live, { version: 2 }, noSubject)).toBe(
    "published version 2 of the landing page “A clear next step”",
  );
  expect(changed("landing_pages", { ...live, status: "draft" }, { ...live, version: 2 }, noSubject)).toBe(
    "published version 2 of the landing page “A clear next step”",
  );
  expect(changed("landing_pages", live, { version: 3, rolled_back_to: 1 }, noSubject)).toBe(
    "rolled the landing page “A clear next step” back to version 1",
  );
  // A revert, which publishes no version.
  expect(changed("landing_pages", { ...live, version: 2 }, { version: 1 }, noSubject)).toBe(
    "changed the landing page “A clear next step”",
  );
  expect(added("landing_domains", { domain: "a.example" }, noSubject)).toBe(
    "added the domain a.example to a landing page",
  );
  expect(changed("landing_tests", { state: "running" }, { state: "stopped" }, noSubject)).toBe(
    "stopped a test of a landing page",
  );
  const onPage = { ...noSubject, page_title: "Spring" };
  expect(added("landing_tests", { state: "running" }, onPage)).toBe("started a test of the landing page “Spring”");
  expect(changed("landing_tests", { state: "running" }, { state: "stopped", winner_version: 2 }, onPage)).toBe(
    "ended a test of the landing page “Spring” and rolled out version 2",
  );
  expect(changed("landing_previews", { revoked_at: null }, { revoked_at: "2026-11-12" }, onPage)).toBe(
    "ended a preview link of the landing page “Spring”",
  );
  expect(deleted("landing_domains", { domain: "a.example" }, onPage)).toBe(
    "removed the domain a.example from the landing page “Spring”",
  );
  expect(changed("lead_routing", {}, {}, noSubject)).toBe("changed who gets new leads");
  expect(changed("rotas", {}, {})).toBe("changed the shifts of DANA");
  expect(changed("retention_settings", { label: "Emails" }, { keep_days: 1 }, noSubject)).toBe(
    "changed how long we keep emails",
  );
  expect(added("erasures", {}, noSubject)).toBe("erased a person's data");
  const gone = { before: null, after: null, ...noSubject };
  expect(say({ ...gone, table_name: "user_roles" })).toBe("changed the role of an erased person");
  expect(say({ ...gone, table_name: "invoices", action: "insert" })).toBe("added the invoice of an erased person");
  const taken = { user_id: entry.actor_id, request_id: CLIENT };
  expect(added("request_assignments", taken, { request_business: "Acme" })).toBe("took the request of Acme");
  expect(added("change_request_answers", {}, { request_business: "Acme" })).toBe("replied to the request of Acme");
  expect(deleted("mfa_factors", {})).toBe("removed the authenticator app of DANA");
});

const WATCHED = globSync("supabase/schemas/**/*.sql").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/call private\.watch\('public\.(\w+)'/g)].map(([, table = ""]) => table),
);

test("every table that the log watches has a name in the filter and no sentence has an odd end", () => {
  expect(WATCHED.length).toBeGreaterThan(25);
  expect(WATCHED.filter((table) => !(table in TABLE_NAMES))).toEqual([]);
  const named = ["email", "name", "label", "domain", "business_name", "retainer_name", "title", "alt", "description"];
  const row = { ...Object.fromEntries(named.map((field) => [field, "Acme"])), role: "sales", id: CLIENT };
  for (const table_name of WATCHED)
    for (const action of ["insert", "update", "delete"])
      for (const subject of ["client@example.com", null]) {
        const text = say({
          table_name,
          action,
          subject,
          before: action === "insert" ? null : row,
          after: action === "delete" ? null : row,
        });
        expect(text, `${table_name} ${action}`).not.toMatch(/undefined|null|\b(of|for|to|from|as)$|\s{2}/);
      }
});

/** Fields that a sentence depends on, with their values. */
const TOLD_FIELDS: Record<string, unknown[]> = {
  status: [
    "draft",
    "pending",
    "active",
    "paid",
    "void",
    "published",
    "open",
    "answered",
    "closed",
    "paused",
    "inactive",
  ],
  state: ["running", "stopped", "waiting", "approved", "declined"],
  kind: ["payment", "refund", "reversal", "removed", "reminded", "resent"],
  stage: ["new", "won"],
  role: ["admin", "owner"],
  label: ["Old", "New"],
  name: ["Old", "New"],
  accent: ["red", "blue"],
  credited_amount: [0, 5],
  winner_version: [null, 2],
  emails: [1, 2],
  ...Object.fromEntries(
    [
      "archived_at",
      "revoked_at",
      "accepted_at",
      "is_active",
      "is_spam",
      "merged_into",
      "client_account_id",
      "lead_id",
    ].map((field) => [field, [null, "2026-11-21"]]),
  ),
  user_id: [null, CLIENT, entry.actor_id],
};
const row = fc.record(
  Object.fromEntries(Object.entries(TOLD_FIELDS).map(([field, values]) => [field, fc.constantFrom(...values)])),
  { requiredKeys: [] },
);

test("what you did is told in the past tense, with words that fit “You”", () => {
  const irregular = "gave|made|resent|sent|took|withdrew";
  fc.assert(
    fc.property(
      fc.constantFrom(...WATCHED, "outbox"),
      fc.constantFrom("insert", "update", "delete", "view"),
      fc.tuple(row, row),
      fc.constantFrom("client@example.com", null),
      fc.constantFrom(CLIENT, entry.actor_id),
      (table_name, action, [before, after], subject, row_id) => {
        const one = {
          ...entry,
          table_name,
          action: action === "view" && !["accounts", "profiles"].includes(table_name) ? "update" : action,
          subject,
          row_id,
          before: action === "insert" ? null : before,
          after: action === "delete" ? null : after,
        };
        const text = sentenceText(describeEntry(one as AuditEntry, entry.actor_id));
        expect(text, `${table_name} ${action}`).toMatch(new RegExp(`^You (\\w+ed|${irregular}) `));
        expect(text).not.toContain("their own");
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a revert asks before visitors of a landing page notice it", () => {
  const page = (before: string | undefined, after?: string, table_name = "landing_pages", is_public = true) =>
    restoreQuestion({
      ...entry,
      table_name,
      is_public,
      action: "update",
      before: { title: "Spring", status: before },
      after: after ? { title: "Spring", status: after } : null,
    })?.title ?? null;
  expect(page("draft", "published")).toBe("Unpublish “Spring”?");
  expect(page("published", "draft")).toBe("Publish “Spring”?");
  expect(page("published", "published")).toBe("Revert the change to “Spring”?");
  expect(page("draft", "draft")).toBeNull();
  // It was unpublished since, so there is nothing that visitors would notice.
  expect(page("published", "published", "landing_pages", false)).toBeNull();
  expect(page("active", "published", "client_dashboards")).toBeNull();
});

test("the question before a rolled-out version is reverted says that the test stays stopped", () => {
  const rolledOut = {
    ...entry,
    table_name: "landing_pages",
    is_public: true,
    action: "update",
    before: { title: "Spring", status: "published", version: 1 },
    after: { title: "Spring", status: "published", version: 2 },
  };
  expect(restoreQuestion(rolledOut, true)?.description).toContain("The test stays stopped.");
  expect(restoreQuestion(rolledOut, false)?.description).not.toContain("test");
});

test("the question before a deleted landing page comes back says whether its draft does", () => {
  const deleted = {
    ...entry,
    table_name: "landing_pages",
    action: "delete",
    before: { title: "Spring", status: "draft", version: 2 },
    after: null,
  };
  expect(restoreQuestion({ ...deleted, has_draft: true })).toMatchObject({
    title: "Restore “Spring”?",
    description: expect.stringContaining("with its draft as it was"),
  });
  expect(restoreQuestion(deleted)?.description).toContain("as it was last published, as HTML");
  expect(restoreQuestion(deleted)?.description).toContain("preview links and any domain stay deleted.");
  const onDomain = { ...deleted, before: { ...deleted.before, custom_domain: "spring.example.com" } };
  for (const has_draft of [true, false])
    expect(restoreQuestion({ ...onDomain, has_draft })?.description).toMatch(
      / and preview links stay deleted\. It no longer has its domain spring\.example\.com\. Connect it again under Domain\.$/,
    );
});

test("a number that only counts on is no change that people make", () => {
  const counting = { before: { next_invoice_number: 1019 }, after: { next_invoice_number: 1020 } };
  expect(isCounting({ action: "update", ...counting })).toBe(true);
  expect(isCounting({ action: "update", before: {}, after: {} })).toBe(false);
  expect(isCounting({ action: "update", before: { a: 1 }, after: { a: 2 } })).toBe(false);
});

test("a draft invoice has no number, neither in the sentence nor in the changed fields", () => {
  const id = "12e860dd-6d15-47f0-844c-e98ba4c71f58";
  const draft = { id, client_id: CLIENT, invoice_number: `draft ${id}`, amount: 0, currency: "usd" };
  const added = { ...entry, table_name: "invoices", row_id: id, action: "insert", before: null, after: draft };
  expect(sentenceText(describeEntry(added))).toBe("admin@example.com created an invoice draft for client@example.com");
  const sent = { ...added, action: "update", before: draft, after: { ...draft, invoice_number: "INV-1021" } };
  expect(describeEntry(sent).text).toBe("admin@example.com changed invoice INV-1021 of");
  expect(changedFields(sent)).toEqual([
    { field: "invoice_number", label: "Number", before: "Draft", after: "INV-1021" },
  ]);
});

test("a field that the sentence comes from is told once, and the others stay", () => {
  const fieldsOf = (table_name: string, before: object, after: object) =>
    untoldFields({ ...entry, table_name, before: { ...before }, after: { ...before, ...after } }).map(
      ({ field }) => field,
    );
  expect(fieldsOf("user_roles", { role: "sales", status: "pending" }, { status: "active" })).toEqual([]);
  expect(fieldsOf("user_roles", { role: "sales", status: "active" }, { status: "inactive" })).toEqual([]);
  expect(fieldsOf("change_requests", { status: "open" }, { status: "answered" })).toEqual([]);
  expect(fieldsOf("invitations", { email: "a@example.com", revoked_at: null }, { revoked_at: "2026-11-12" })).toEqual(
    [],
  );
  expect(fieldsOf("landing_pages", { title: "A", status: "draft" }, { status: "published" })).toEqual([]);
  const live = { title: "A", status: "published", version: 1, content: "<p>One</p>" };
  const next = { title: "B", version: 2, content: "<p>Two</p>" };
  expect(fieldsOf("landing_pages", live, next)).toEqual(["title"]);
  expect(fieldsOf("landing_pages", live, { ...next, rolled_back_to: 1 })).toEqual(["title"]);
  expect(fieldsOf("landing_pages", live, { content: "<p>Two</p>" })).toEqual(["content"]);
  expect(fieldsOf("landing_tests", { state: "running" }, { state: "stopped" })).toEqual([]);
  expect(fieldsOf("retainers", { status: "active" }, { status: "paused" })).toEqual([]);
  expect(fieldsOf("leads", { stage: "new" }, { stage: "won" })).toEqual([]);
  expect(fieldsOf("admin_emails", { is_active: true }, { is_active: false })).toEqual([]);
  const asked = { title: "A", state: "waiting", note: null };
  expect(fieldsOf("landing_publish_requests", asked, { state: "approved" })).toEqual([]);
  expect(fieldsOf("landing_publish_requests", asked, { state: "declined", note: "Name it" })).toEqual(["note"]);
  const invoice = { status: "pending", amount: 5, owed_amount: 5, credited_amount: 0, currency: "usd" };
  expect(fieldsOf("invoices", invoice, { status: "void", owed_amount: 0 })).toEqual(["owed_amount"]);
  expect(fieldsOf("payments", { kind: "payment", amount: 5, currency: "usd" }, { kind: "removed" })).toEqual([]);
  expect(fieldsOf("invoices", invoice, { credited_amount: 2, owed_amount: 3 })).toEqual(["owed_amount"]);
  // A sentence that only says that something changed says no field.
  expect(fieldsOf("invoices", invoice, { status: "overdue" })).toEqual(["status"]);
  expect(fieldsOf("leads", { stage: "new", first_name: "A" }, { first_name: "B" })).toEqual(["first_name"]);
});

test("viewing as a client, a single row and a change by the system have sentences, too", () => {
  const none = { before: null, after: null };
  expect(describeEntry({ ...entry, ...none, action: "view", table_name: "profiles", row_id: CLIENT })).toEqual({
    text: "admin@example.com viewed the portal as",
    about,
    rest: "",
  });
  const settings = { ...entry, table_name: "agency_settings", subject: null, before: {}, after: { agency_name: "Up" } };
  expect(describeEntry({ ...settings, actor_email: null })).toEqual({
    text: "The system changed the agency settings",
    about: null,
    rest: "",
  });
});

test("resent emails have sentences, for one and for many", () => {
  const resent = { ...entry, table_name: "outbox", before: null };
  expect(describeEntry({ ...resent, after: { emails: 1 } })).toMatchObject({
    text: "admin@example.com resent a failed email to",
    about: { name: "client@example.com" },
  });
  const many = (count: number) => describeEntry({ ...resent, subject: null, after: { emails: count } });
  expect(many(1203).text).toBe("admin@example.com resent 1,203 failed emails");
  expect(many(1).text).toBe("admin@example.com resent 1 failed email");
});

test("changed fields have labels and readable values; ids and raw values are in the details", () => {
  const before = {
    due_date: "2026-11-03",
    amount: 45000,
    currency: "usd",
    note: null,
    is_active: true,
    client_id: "1",
  };
  const after = { due_date: "2026-11-10", amount: 9000, currency: "usd", note: "Hi", is_active: false, client_id: "2" };
  expect(changedFields({ before, after })).toMatchObject([
    { label: "Due date" },
    { label: "Amount", before: "$450.00", after: "$90.00" },
    { label: "Note", before: "", after: "Hi" },
    { label: "Active", before: "Yes", after: "No" },
  ]);
  expect(rawChanges({ before, after })).toContainEqual({ field: "client_id", before: "1", after: "2" });
  expect(rawChanges(entry)).toEqual([{ field: "business_name", before: "Acme", after: "Acme Ltd" }]);
});

test("a lead has its person's name, a stage its label, and what follows from the stage is only in the details", () => {
  const before = {
    first_name: "Lucas",
    last_name: "Quinn",
    email: "lucas@example.com",
    stage: "callbooked",
    reached: 5,
  };
  const lead = { ...entry, table_name: "leads", before, after: { ...before, stage: "won", reached: 7 } };
  const stages = { stage: { callbooked: "Call Booked", won: "Won" } };
  expect(describeEntry(lead, undefined, stages).text).toBe(
    "admin@example.com moved the lead Lucas Quinn from Call Booked to Won",
  );
  expect(changedFields(lead, { stage: { callbooked: "Call Booked", won: "Won" } })).toEqual([
    { field: "stage", label: "Stage", before: "Call Booked", after: "Won" },
  ]);
  expect(rawChanges(lead)).toContainEqual({ field: "reached", before: "5", after: "7" });
});

test("the next invoice number cannot be reverted, as sent invoices have the ones before; other settings can", () => {
  const settings = { ...entry, table_name: "agency_settings", before: { next_invoice_number: 7, agency_name: "Up" } };
  expect(isRestorable({ ...settings, after: { next_invoice_number: 8, agency_name: "Up" } })).toBe(false);
  expect(isRestorable({ ...settings, after: { next_invoice_number: 8, agency_name: "Upfunnel" } })).toBe(true);
});

test("a deleted landing page can be restored if it was ever published, or if its draft was kept", () => {
  const deleted = { ...entry, table_name: "landing_pages", action: "delete", after: null, is_gone: true };
  expect(isRestorable({ ...deleted, before: { version: 2 } })).toBe(true);
  // It came back since.
  expect(isRestorable({ ...deleted, before: { version: 2 }, is_gone: false })).toBe(false);
  expect(isRestorable({ ...deleted, before: { version: 0 } })).toBe(false);
  expect(isRestorable({ ...deleted, before: { version: 0 }, has_draft: true })).toBe(true);
});

test("a change of something that was deleted since has nothing to revert", () => {
  const changed = {
    ...entry,
    table_name: "landing_pages",
    before: { status: "draft" },
    after: { status: "published" },
    is_public: true,
  };
  expect(isRestorable(changed)).toBe(true);
  expect(isRestorable({ ...changed, is_gone: true })).toBe(false);
});

test("a page that was published again since has no unpublishing to revert, and the other way around", () => {
  const [published, draft] = [{ status: "published" }, { status: "draft" }];
  const page = (before: object, after: object, is_public: boolean) =>
    isRestorable({ ...entry, table_name: "landing_pages", before: { ...before }, after: { ...after }, is_public });
  expect(page(published, draft, false)).toBe(true);
  expect(page(published, draft, true)).toBe(false);
  expect(page(draft, published, false)).toBe(false);
  expect(page(published, { ...published, title: "New" }, true)).toBe(true);
});

test("a version of a page that isn't public has nothing to revert, because the next publishing replaces it", () => {
  const page = (change: object, is_public: boolean) =>
    isRestorable({
      ...entry,
      table_name: "landing_pages",
      before: { status: "published", version: 2, account_id: "one" },
      after: { status: "published", version: 2, account_id: "one", ...change },
      is_public,
    });
  expect(page({ version: 3 }, true)).toBe(true);
  expect(page({ version: 3 }, false)).toBe(false);
  expect(page({ account_id: "other" }, false)).toBe(true);
});

test("what came back from the audit log was restored, not created", () => {
  const told = (table_name: string, after: Record<string, string>, is_restored: boolean) =>
    sentenceText(describeEntry({ ...entry, table_name, action: "insert", before: null, after, is_restored }));
  expect(told("landing_pages", { title: "Spring" }, true)).toContain("restored the landing page “Spring”");
  expect(told("landing_pages", { title: "Spring" }, false)).toContain("created the landing page “Spring”");
  expect(told("retainers", { retainer_name: "Ads" }, true)).toContain("restored the retainer Ads");
  expect(told("client_dashboards", { business_name: "Ember" }, true)).toContain("restored the dashboard Ember");
});

test("what went to someone else because its person left can't be reverted by itself", () => {
  const changed = (table_name: string, before: object, after: object) =>
    isRestorable({ ...entry, table_name, before: { ...before }, after: { ...after } });
  expect(changed("retainers", { client_id: "1", account_id: "a" }, { client_id: "2", account_id: "a" })).toBe(false);
  expect(changed("retainers", { client_id: "1", account_id: "a" }, { client_id: "1", account_id: "b" })).toBe(false);
  expect(changed("retainers", { client_id: "1", status: "active" }, { client_id: "1", status: "paused" })).toBe(true);
  expect(changed("client_dashboards", { user_id: "1" }, { user_id: "2" })).toBe(false);
  expect(changed("client_dashboards", { user_id: "imported-user" }, { user_id: "2" })).toBe(true);
});

test("a retainer that goes to someone else was handed over, and what follows from its start isn't listed", () => {
  const row = {
    retainer_name: "Care",
    status: "active",
    client_id: CLIENT,
    start_date: "2026-12-01",
    charges_from: "2026-12-01",
  };
  const moved = { ...entry, table_name: "retainers", before: { ...row, client_id: "1" }, after: row };
  expect(sentenceText(describeEntry(moved))).toContain("handed over the retainer Care to");
  const later = { ...row, start_date: "2026-12-20", charges_from: "2026-12-20" };
  expect(changedFields({ before: row, after: later }).map(({ field }) => field)).toEqual(["start_date"]);
});

test("what goes to someone else in the same write is handed over, with one line for its person", () => {
  const moved = (table_name: string, row: object, field: string) =>
    sentenceText(
      describeEntry({ ...entry, table_name, before: { ...row, [field]: "1" }, after: { ...row, [field]: CLIENT } }),
    );
  expect(moved("invoices", { id: "i", status: "draft" }, "client_id")).toContain("handed over an invoice draft to");
  expect(moved("client_dashboards", { business_name: "Ember" }, "user_id")).toContain(
    "handed over the dashboard Ember to",
  );
  const both = { ...entry, before: { user_id: "1", owner_id: "1" }, after: { user_id: CLIENT, owner_id: CLIENT } };
  expect(storedChanges(both).map(({ label }) => label)).toEqual(["Person"]);
});

test("a change that takes an earlier one back is a revert", () => {
  const back = (table_name: string, before: object, after: object) =>
    sentenceText(
      describeEntry({ ...entry, table_name, before: { ...before }, after: { ...before, ...after, is_revert: true } }),
    );
  expect(back("retainers", { retainer_name: "Care", status: "paused" }, { status: "active" })).toContain(
    "reverted a change to the retainer Care of",
  );
  expect(back("client_dashboards", { business_name: "Ember" }, {})).toContain(
    "reverted a change to the dashboard Ember of",
  );
  expect(back("agency_settings", {}, {})).toContain("reverted a change to the agency settings");
  expect(back("premium_overrides", { email: "a@b.co" }, {})).toContain(
    "reverted a change to the complimentary Premium of",
  );
  expect(back("landing_pages", { title: "Spring", status: "draft" }, {})).toContain(
    "reverted a change to the landing page “Spring”",
  );
  expect(rawChanges({ before: {}, after: { is_revert: true, is_announced: true } })).toEqual([]);
});

test("changed holidays are listed by their days and names", () => {
  const changes = (before: object, after: object) => changedFields({ before: { ...before }, after: { ...after } });
  const christmas = { "2026-12-25": "Christmas Day" };
  const before = { holidays: ["2026-12-25", "2027-01-01"], holiday_names: {} };
  const after = {
    holidays: ["2026-12-25", "2026-12-26"],
    holiday_names: { ...christmas, "2026-12-26": "Boxing Day" },
  };
  expect(changes(before, after)).toEqual([
    {
      field: "holidays",
      label: "Holidays",
      before: "",
      after: "",
      says: "Added Dec 26, 2026, Boxing Day. Removed Jan 1, 2027. Renamed Dec 25, 2026, Christmas Day.",
    },
  ]);
  expect(changes(before, { ...before, currency: "eur" }).map(({ field }) => field)).toEqual(["currency"]);
});

test("a revert of a retainer's terms says who gets an email", () => {
  const ask = (emails: string | null) =>
    restoreQuestion({
      ...entry,
      table_name: "retainers",
      before: { status: "active" },
      after: { status: "paused" },
      outlook: { problem: null, emails },
    })?.description;
  expect(ask("dana@example.com")).toBe("An email to dana@example.com says what changes.");
  expect(ask(null)).toContain("no email");
});

test("a revert asks first if the client of a retainer gets an email", () => {
  const asks = (before: object, after: object) =>
    restoreQuestion({ ...entry, table_name: "retainers", before: { ...before }, after: { ...after } }) !== null;
  expect(asks({ status: "active" }, { status: "paused" })).toBe(true);
  expect(asks({ status: "active", end_date: null }, { status: "active", end_date: "2026-12-31" })).toBe(true);
  expect(asks({ status: "completed" }, { status: "active" })).toBe(false);
  expect(asks({ status: "pending" }, { status: "active" })).toBe(false);
  expect(asks({ status: "active", retainer_name: "Ads" }, { status: "active", retainer_name: "Care" })).toBe(false);
});

test("money, roles, views and new rows cannot be restored", () => {
  expect(isRestorable(entry)).toBe(true);
  expect(isRestorable({ ...entry, action: "insert" })).toBe(false);
  expect(isRestorable({ ...entry, action: "view" })).toBe(false);
  expect(isRestorable({ ...entry, table_name: "invoices" })).toBe(false);
});

test("a deleted draft can be restored until it is there again, and a sent invoice never", () => {
  const deleted = { ...entry, table_name: "invoices", action: "delete", before: { status: "draft" }, after: null };
  expect(isRestorable({ ...deleted, is_gone: true })).toBe(true);
  expect(isRestorable(deleted)).toBe(false);
  expect(isRestorable({ ...deleted, before: { status: "void" }, is_gone: true })).toBe(false);
  expect(isReturn(deleted)).toBe(true);
});

test("what was removed by mistake can be restored while it fits its invoice, after a question about the email", () => {
  const removal = { of: "refund" as const, currency: "usd", reason: "Never sent", canRestore: true };
  const removed = {
    ...{ ...entry, table_name: "payments", invoice_number: "INV-7", removal },
    after: { kind: "removed", amount: 5_000, currency: "usd" },
  };
  expect(isRestorable(removed)).toBe(true);
  expect(isRestorable({ ...removed, removal: { ...removal, canRestore: false } })).toBe(false);
  expect(isReturn(removed)).toBe(true);
  expect(restoreQuestion(removed)).toMatchObject({
    title: "Record the refund of $50.00 again?",
    description: expect.stringMatching(/INV-7 again, and the client gets an email/),
  });
});

test.each([
  ["payment", { status: "overdue", owed_amount: 100, kept_amount: 0 }, 100, true],
  ["payment", { status: "pending", owed_amount: 99, kept_amount: 0 }, 100, false],
  ["payment", { status: "void", owed_amount: 0, kept_amount: 0 }, 100, false],
  ["refund", { status: "paid", owed_amount: 0, kept_amount: 100 }, 100, true],
  ["refund", { status: "paid", owed_amount: 0, kept_amount: 99 }, 100, false],
  ["refund", { status: "pending", owed_amount: 0, kept_amount: 100 }, 100, false],
  ["credit", { status: "active", owed_amount: 101, kept_amount: 0 }, 100, true],
  ["credit", { status: "pending", owed_amount: 100, kept_amount: 0 }, 100, false],
  ["credit", { status: "pending", owed_amount: 100, kept_amount: 1 }, 100, true],
  ["credit", { status: "paid", owed_amount: 0, kept_amount: 100 }, 100, false],
] as const)("a removed %s of an invoice that is %j fits: %i, %s", (of, invoice, amount, expected) => {
  expect(fits(invoice, of, amount)).toBe(expected);
});

test("HTML is only in the details, also if its size stays the same", () => {
  const pages = {
    before: { live_html: "<p>Old</p>", note: "a < b, Ada <ada@a.example>" },
    after: { live_html: "<p>New</p>", note: "a > b" },
  };
  expect(changedFields(pages)).toMatchObject([
    { label: "Live html", before: "HTML, 1 kB", after: "HTML, 1 kB" },
    { label: "Note", before: "a < b, Ada <ada@a.example>", after: "a > b" },
  ]);
  expect(rawChanges(pages)[0]?.after).toContain("New");
});

test("a sentence links to the invoice, account, request, lead or landing page that it names", () => {
  const to = (table_name: string, after: object, more: Partial<AuditEntry> = {}) => {
    const one = { ...entry, table_name, row_id: "7", action: "insert", before: null, after: { ...after }, ...more };
    const record = recordOf(one);
    if (record) expect(sentenceText(describeEntry(one))).toContain(record.name);
    return record?.to;
  };
  expect(to("invoices", { invoice_number: "INV-7" })).toBe("/admin/billing/7");
  expect(to("invoices", { invoice_number: null, status: "draft" })).toBe("/admin/billing/7");
  expect(to("payments", { kind: "payment", amount: 1, invoice_id: "9" }, { invoice_number: "INV-9" })).toBe(
    "/admin/billing/9",
  );
  expect(to("invoice_events", { kind: "reminded", invoice_id: "9" })).toBe("/admin/billing/9");
  const acme = { account_id: "a", account_name: "Acme", account_slug: "acme" };
  expect(to("accounts", { name: "Acme" }, acme)).toBe("/admin/accounts/7");
  expect(to("account_members", { role: "owner" }, acme)).toBe("/admin/accounts/a");
  expect(to("change_requests", { status: "closed" }, { action: "update", before: { status: "open" } })).toBe(
    "/admin/requests#request-7",
  );
  expect(to("leads", { first_name: "Lucas" })).toBe("/crm/leads/7");
  expect(to("leads", { first_name: "Lucas" }, acme)).toBe("/workspace/acme/leads/7");
  expect(to("landing_pages", { title: "Spring" })).toBe("/admin/landing-pages/7");
  expect(to("landing_tests", { page_id: "9" }, { page_title: "Spring" })).toBe("/admin/landing-pages/9");
  expect(to("landing_tests", { page_id: "9" })).toBe("/admin/landing-pages/9");
  // The record of a deletion is gone.
  expect(to("invoices", { invoice_number: "INV-7" }, { action: "delete" })).toBeUndefined();
});

test("the details have labels, names for ids, and readable values", () => {
  const stored = storedChanges({
    row_id: CLIENT,
    known: { [CLIENT]: "Dana Whitlock" },
    before: { kept_amount: 0, currency: "usd", client_id: null, paid_at: null, terms: null },
    after: {
      kept_amount: 12_500,
      currency: "usd",
      client_id: CLIENT,
      paid_at: "2026-11-21T10:00:00Z",
      terms: { a: 1 },
    },
  });
  expect(stored.map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Amount kept", "$0.00", "$125.00"],
    ["Client", "", "Dana Whitlock"],
    ["Paid", "", expect.stringMatching(/^November 21, 2026/)],
    ["Terms", "", '{"a":1}'],
  ]);
  const added = { row_id: CLIENT, known: {}, before: null, after: { id: CLIENT, currency: "usd" } };
  expect(storedChanges(added).map(({ label, after }) => [label, after])).toEqual([["Currency", "USD"]]);
});

test("a search shows the values that it found and that the line doesn't show", () => {
  const added = {
    ...entry,
    action: "insert",
    table_name: "leads",
    before: null,
    after: { first_name: "José", last_name: "Peña", notes: "Wants a CALL", stage: "new", city: "Lyon" },
  } as AuditEntry;
  const found = (query: string) => matchedFields(added, query, []).map(({ label, after }) => [label, after]);
  expect(found("call")).toEqual([["Notes", "Wants a CALL"]]);
  // The sentence has the name.
  expect(found("jose pena")).toEqual([]);
  expect(found("jose lyon")).toEqual([["City", "Lyon"]]);
  expect(found("nothing")).toEqual([]);
  const shown = storedChanges(added).filter(({ field }) => field === "notes");
  expect(matchedFields(added, "call", shown)).toEqual([]);
});

test("a search shows a reason once", () => {
  const credit = { ...entry, action: "insert", table_name: "invoice_credits", before: null, after: { reason: "Late" } };
  expect(matchedFields({ ...credit, reason: null }, "late", [])).toMatchObject([{ label: "Reason" }]);
  expect(matchedFields({ ...credit, reason: "Late" }, "late", [])).toEqual([]);
});

test("a stored list or object has a line for each entry in the details", () => {
  expect(storedLines('{"monday":["09:00","17:00"],"is_active":true,"note":null}')).toEqual([
    "Monday: 09:00, 17:00",
    "Active: Yes",
    "Note: empty",
  ]);
  expect(storedLines('[{"date":"2026-12-25","name":"Christmas Day"}]')).toEqual([
    "Date Dec 25, 2026, Name Christmas Day",
  ]);
  for (const other of ["[draft] Spring", "{}", "Ada"]) expect(storedLines(other)).toBeUndefined();
});
