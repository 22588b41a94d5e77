import { expect, test } from "vitest";
import { isCounting, rawChanges } from "./audited-rows.ts";
import { changedFields, describeEntry, isRestorable } from "./describe-entry.ts";

const CLIENT = "0b7cf9b2-2f6d-4a0e-9f53-0c2a7f6f1d11";
const entry = {
  id: 1,
  happened_at: "2026-11-21T10:00:00Z",
  actor_id: "5a0f8c1e-8a4b-4a52-9f5e-0d7f5d9b7a10",
  actor_email: "admin@example.com",
  actor_name: null as string | null,
  subject_name: null as string | null,
  account_name: null as string | null,
  action: "update",
  table_name: "client_dashboards",
  row_id: "7",
  subject: "client@example.com",
  before: { business_name: "Acme", access_count: 1, updated_at: "a", owner_id: null, user_id: CLIENT },
  after: { business_name: "Acme Ltd", access_count: 1, updated_at: "b", owner_id: null, user_id: CLIENT },
};
const about = { name: "client@example.com", clientId: CLIENT };

test("an entry is a sentence that ends with the person whom it is about", () => {
  expect(describeEntry(entry)).toEqual({ text: "admin@example.com changed the dashboard Acme Ltd of", about });
  const role = (action: string, before: string | null, after: string | null) =>
    describeEntry({
      ...entry,
      table_name: "user_roles",
      action,
      before: before ? { role: "sales", status: before } : null,
      after: after ? { role: "sales", status: after } : null,
    });
  const person = { name: "client@example.com", clientId: null };
  expect(role("insert", null, "pending")).toEqual({
    text: "admin@example.com requested sales access for",
    about: person,
  });
  expect(role("update", "pending", "active").text).toBe("admin@example.com approved sales access for");
  expect(role("update", "pending", "inactive").text).toBe("admin@example.com rejected sales access for");
  expect(role("update", "active", "inactive").text).toBe("admin@example.com deactivated sales access for");
  expect(role("delete", "active", null).text).toBe("admin@example.com removed sales access from");
});

test("people are named: the reader is 'You', others have their names, and those who are gone their address", () => {
  const named = { ...entry, actor_name: "Maren Okafor", subject_name: "Dana Whitlock" };
  const dana = { name: "Dana Whitlock", clientId: CLIENT };
  expect(describeEntry(named)).toEqual({ text: "Maren Okafor changed the dashboard Acme Ltd of", about: dana });
  expect(describeEntry(named, entry.actor_id).text).toBe("You changed the dashboard Acme Ltd of");
  expect(describeEntry(entry, CLIENT)).toEqual({ text: "admin@example.com changed the dashboard Acme Ltd of", about });
});

test("invitations and money read as what they are", () => {
  const invitation = { email: "ann@acme.example", role: "client", account_role: "owner", revoked_at: null };
  const added = { ...entry, table_name: "invitations", subject: null, before: null, after: invitation };
  expect(describeEntry({ ...added, action: "insert" }).text).toBe(
    "admin@example.com invited ann@acme.example as an owner",
  );
  expect(describeEntry({ ...added, before: invitation, after: { ...invitation, revoked_at: "now" } }).text).toBe(
    "admin@example.com revoked the invitation for ann@acme.example",
  );
  const money = (kind: string) =>
    describeEntry({
      ...entry,
      table_name: "payments",
      action: "insert",
      before: null,
      after: { kind, amount: 20_000, currency: "usd", client_id: CLIENT },
    });
  expect(money("refund")).toEqual({ text: "admin@example.com recorded a refund of $200.00 to", about });
  expect(money("payment").text).toBe("admin@example.com recorded a payment of $200.00 from");
});

test("decisions about an invoice are named", () => {
  const invoice = { id: CLIENT, invoice_number: "INV-7", status: "pending", credited_amount: 0, currency: "usd" };
  const say = (before: object, after: object) =>
    describeEntry({
      ...entry,
      table_name: "invoices",
      before: { ...invoice, ...before },
      after: { ...invoice, ...after },
    }).text.replace("admin@example.com ", "");
  expect(say({ status: "draft" }, {})).toBe("sent the invoice INV-7 to");
  expect(say({}, { credited_amount: 622 })).toBe("credited $6.22 on the invoice INV-7 of");
  expect(say({}, { status: "void" })).toBe("canceled the invoice INV-7 of");
  expect(say({}, { status: "paid" })).toBe("recorded as paid the invoice INV-7 of");
  expect(say({}, { description: "New" })).toBe("changed the invoice INV-7 of");
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
  expect(describeEntry(added)).toEqual({ text: "admin@example.com added the draft invoice of", about });
  const sent = { ...added, action: "update", before: draft, after: { ...draft, invoice_number: "INV-1021" } };
  expect(describeEntry(sent).text).toBe("admin@example.com changed the invoice INV-1021 of");
  expect(changedFields(sent)).toEqual([
    { field: "invoice_number", label: "Number", before: "Draft", after: "INV-1021" },
  ]);
});

test("viewing as a client, a single row and a change by the system have sentences, too", () => {
  const none = { before: null, after: null };
  expect(describeEntry({ ...entry, ...none, action: "view", table_name: "profiles", row_id: CLIENT })).toEqual({
    text: "admin@example.com viewed the portal as",
    about,
  });
  const settings = { ...entry, table_name: "agency_settings", subject: null, before: {}, after: { agency_name: "Up" } };
  expect(describeEntry({ ...settings, actor_email: null })).toEqual({
    text: "The system changed the agency settings",
    about: null,
  });
});

test("resent emails have sentences, for one and for many", () => {
  const resent = { ...entry, table_name: "outbox", before: null };
  expect(describeEntry({ ...resent, after: { emails: 1 } })).toMatchObject({
    text: "admin@example.com resent a failed email to",
    about: { name: "client@example.com" },
  });
  const many = (count: number) => describeEntry({ ...resent, subject: null, after: { emails: count } });
  expect(many(1203)).toEqual({ text: "admin@example.com resent 1,203 failed emails", about: null });
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
  expect(describeEntry(lead).text).toBe("admin@example.com changed the lead Lucas Quinn of");
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

test("money, roles, views and new rows cannot be restored", () => {
  expect(isRestorable(entry)).toBe(true);
  expect(isRestorable({ ...entry, action: "insert" })).toBe(false);
  expect(isRestorable({ ...entry, action: "view" })).toBe(false);
  expect(isRestorable({ ...entry, table_name: "invoices" })).toBe(false);
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
