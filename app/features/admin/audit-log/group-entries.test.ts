import fc from "fast-check";
import { expect, test } from "vitest";
import type { AuditEntry } from "./api.ts";
import { auditAsCsv } from "./export-audit-log.ts";
import { groupEntries } from "./group-entries.ts";

let id = 100;
/** An entry of the log, each older than the one before, as the list has them. */
const entryOf = (table_name: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: id--,
  happened_at: "2026-11-21T10:00:00Z",
  actor_id: "5a0f8c1e-8a4b-4a52-9f5e-0d7f5d9b7a10",
  actor_email: "admin@example.com",
  actor_name: null,
  actor_kind: null,
  subject_kind: null,
  subject: null,
  subject_name: null,
  account_id: null,
  write_id: 7,
  account_name: null,
  account_slug: null,
  invoice_number: null,
  request_business: null,
  page_title: null,
  removal: null,
  reason: null,
  has_draft: false,
  is_gone: false,
  is_public: false,
  is_restored: false,
  outlook: null,
  known: {},
  action: "insert",
  table_name,
  row_id: "1",
  before: null,
  after: {},
  ...more,
});
const toldOf = (entries: AuditEntry[]) =>
  groupEntries(entries).map(({ told }) => told.map(({ table_name }) => table_name));

test("a new account is one thing that happened, without what comes with it", () => {
  const account = entryOf("accounts", { row_id: "a" });
  const setUp = [
    entryOf("retainers"),
    entryOf("leads", { action: "update", before: { client_account_id: null }, after: { client_account_id: "a" } }),
    entryOf("invitations"),
    account,
    entryOf("lost_reasons", { after: { account_id: "a" } }),
    entryOf("lost_reasons", { after: { account_id: "a" } }),
  ];
  expect(toldOf(setUp)).toEqual([["accounts", "invitations", "retainers"]]);
  expect(groupEntries(setUp)[0]?.parts).toHaveLength(3);
  // The same rows later are things of their own.
  expect(toldOf([entryOf("lost_reasons", { after: { account_id: "a" }, write_id: 8 }), account])).toEqual([
    ["lost_reasons"],
    ["accounts"],
  ]);
});

test("a payment tells that its invoice is paid, an invoice its lines, and a reply what it does to the request", () => {
  const paid = { action: "update", row_id: "i", before: { status: "pending" }, after: { status: "paid" } };
  expect(toldOf([entryOf("invoices", paid), entryOf("payments", { after: { invoice_id: "i" } })])).toEqual([
    ["payments"],
  ]);
  expect(toldOf([entryOf("invoices", paid), entryOf("payments", { after: { invoice_id: "other" } })])).toEqual([
    ["payments", "invoices"],
  ]);
  expect(
    toldOf([entryOf("invoice_lines", { after: { invoice_id: "i" } }), entryOf("invoices", { row_id: "i" })]),
  ).toEqual([["invoices"]]);
  const closed = { action: "update", row_id: "r", before: { status: "open" }, after: { status: "closed" } };
  expect(
    toldOf([entryOf("change_request_answers", { after: { request_id: "r" } }), entryOf("change_requests", closed)]),
  ).toEqual([["change_requests"]]);
});

test("an approval is one thing that happened, with the page that it published", () => {
  const published = entryOf("landing_pages", {
    action: "update",
    row_id: "p",
    before: { status: "draft" },
    after: { status: "published" },
  });
  const answer = (state: string) =>
    entryOf("landing_publish_requests", {
      action: "update",
      row_id: "p",
      before: { page_id: "p", state: "waiting" },
      after: { page_id: "p", state },
    });
  expect(toldOf([answer("approved"), published])).toEqual([["landing_publish_requests"]]);
  expect(toldOf([answer("withdrawn"), published])).toEqual([["landing_pages", "landing_publish_requests"]]);
});

test("a test that ends with a winner is one thing that happened, with the version that it published", () => {
  const published = entryOf("landing_pages", {
    action: "update",
    row_id: "p",
    before: { id: "p", status: "published", version: 1 },
    after: { id: "p", status: "published", version: 3 },
  });
  const ended = (winner: number | null, page_id = "p") =>
    entryOf("landing_tests", {
      action: "update",
      before: { page_id, state: "running", winner_version: null },
      after: { page_id, state: "stopped", winner_version: winner },
    });
  expect(toldOf([published, ended(2)])).toEqual([["landing_tests"]]);
  expect(toldOf([published, ended(null)])).toEqual([["landing_tests", "landing_pages"]]);
  expect(toldOf([published, ended(2, "other")])).toEqual([["landing_tests", "landing_pages"]]);
});

test("a person's lost access is one thing that happened, with a sum of what became of their leads", () => {
  const lead = (row_id: string, was: string | null, now: string | null, more: Partial<AuditEntry> = {}) =>
    entryOf("leads", { action: "update", row_id, before: { user_id: was }, after: { user_id: now }, ...more });
  const deactivated = entryOf("user_roles", {
    action: "update",
    before: { status: "active", user_id: "imani" },
    after: { status: "inactive", user_id: "imani" },
  });
  const write = [
    lead("1", null, "theo", { subject_name: "Theo Lindqvist" }),
    deactivated,
    lead("1", "imani", null),
    lead("2", "imani", null),
    lead("3", "imani", null),
  ];
  const [group] = groupEntries(write);
  expect(group?.told).toEqual([deactivated]);
  expect(group?.parts).toHaveLength(4);
  expect(group?.notes).toEqual(["1 lead went to Theo Lindqvist.", "2 leads lost their owner."]);
  // A lead that was changed in another way is told.
  const changed = entryOf("leads", { action: "update", before: { phone: "1" }, after: { phone: "2" } });
  expect(toldOf([deactivated, changed])).toEqual([["leads", "user_roles"]]);
});

test("many leads that one write changes in the same way are one line, a few are told one by one", () => {
  const leads = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      entryOf("leads", { action: "update", row_id: String(at), before: { stage: "new" }, after: { stage: "won" } }),
    );
  expect(groupEntries(leads(3))[0]).toMatchObject({ told: { length: 3 }, parts: [], notes: [] });
  expect(groupEntries(leads(12))[0]).toMatchObject({
    told: { length: 1 },
    parts: { length: 11 },
    notes: ["The same for 11 more leads."],
  });
  const other = entryOf("leads", { action: "update", before: { stage: "new" }, after: { stage: "lost" } });
  expect(groupEntries([...leads(4), other])[0]?.told).toHaveLength(2);
});

test("an invitation that is sent again is one line, without the earlier one that it replaces", () => {
  const ann = { email: "ann@acme.example", account_id: "1", role: "client" };
  const earlier = entryOf("invitations", {
    action: "update",
    write_id: 7,
    before: { ...ann, revoked_at: null },
    after: { ...ann, revoked_at: "2026-11-21" },
  });
  const newer = entryOf("invitations", { action: "insert", write_id: 7, after: ann });
  const [group] = groupEntries([newer, earlier]);
  expect([group?.told, group?.parts]).toEqual([[newer], [earlier]]);
});

test("each entry is in one group, told or a part, and a group has one actor and one write", () => {
  const some = fc.record({
    table_name: fc.constantFrom("accounts", "invoices", "payments", "leads", "lost_reasons", "change_requests"),
    action: fc.constantFrom("insert", "update", "delete"),
    row_id: fc.constantFrom("1", "2"),
    actor_id: fc.constantFrom("x", null),
    write_id: fc.constantFrom(7, 8, null),
    after: fc.constantFrom({ account_id: "1" }, { invoice_id: "2", status: "paid" }, {}),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (list) => {
      const entries = list.map((one) => entryOf(one.table_name, one));
      const groups = groupEntries(entries);
      const all = groups.flatMap(({ told, parts }) => [...told, ...parts]);
      expect(all.map((one) => one.id).sort()).toEqual(entries.map((one) => one.id).sort());
      for (const { told, parts } of groups) {
        expect(told.length).toBeGreaterThan(0);
        expect(new Set([...told, ...parts].map((one) => `${one.actor_id} ${one.write_id}`)).size).toBe(1);
      }
    }),
  );
});

test("the CSV file has a sentence and the changes of each entry", () => {
  const change = entryOf("client_dashboards", {
    action: "update",
    subject: "client@example.com",
    before: { business_name: "Acme" },
    after: { business_name: "=Acme" },
  });
  const removed = entryOf("payments", {
    action: "update",
    before: { kind: "payment", amount: 2500, currency: "usd" },
    after: { kind: "removed", amount: 2500, currency: "usd" },
    removal: { of: "payment", currency: "usd", reason: "Another client's check", canRestore: true },
    reason: "Another client's check",
  });
  const refunded = entryOf("payments", {
    action: "insert",
    before: null,
    after: { kind: "refund", amount: 2500, currency: "usd" },
    reason: "One reel was missing",
  });
  const [head, line, removal, refund] = auditAsCsv([change, removed, refunded]).split("\r\n");
  expect(refund).toMatch(/,Reason: One reel was missing$/);
  expect(removal).toMatch(/Reason: Another client's check$/);
  expect(head).toBe("Time (UTC),Done by,Entry,Action,Type,Row,About,Changes");
  expect(line).toBe(
    "2026-11-21T10:00:00.000Z,admin@example.com,admin@example.com changed the dashboard =Acme of client@example.com,update,Dashboard,1,client@example.com,Business name: Acme → =Acme",
  );
});
