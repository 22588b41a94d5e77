import { expect, test } from "vitest";
import { invoicesAsCsv } from "./export-invoices.ts";

const invoice = {
  id: "0b7cf9b2-2f6d-4a0e-9f53-0c2a7f6f1d11",
  invoice_number: "INV-1012",
  status: "overdue",
  description: null,
  amount: 121_850,
  credited_amount: 0,
  received_amount: 0,
  refunded_amount: 0,
  kept_amount: 0,
  refund: null,
  owed_amount: 121_850,
  currency: "usd",
  due_date: "2026-11-17",
  paid_date: null,
  issued_at: "2026-11-01T10:00:00Z",
  needs_attention: null,
  client_id: "109bcab4-6a0f-4fcb-8301-4f0873866d9b",
  account_id: null,
  client_name: "Priya Raman",
  created_at: "2026-11-01T09:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
  client_company: "Northside, Dental",
  client_status: "active" as const,
  reminded_at: null,
};

test("exported invoices have plain amounts, and a draft has no number", () => {
  const draft = {
    ...invoice,
    invoice_number: `draft ${invoice.id}`,
    status: "draft",
    issued_at: null,
    owed_amount: 0,
    currency: "jpy",
  };
  expect(invoicesAsCsv([invoice, draft], "UTC").split("\r\n")).toEqual([
    'Invoice,Client,Company,Description,Status,Amount,Currency,Created,Sent,Due,Paid,Credited,Refunded,"Received, less refunds",Balance due,Not payable yet',
    'INV-1012,Priya Raman,"Northside, Dental",Marketing services,overdue,1218.50,USD,2026-11-01,2026-11-01,2026-11-17,,0.00,0.00,0.00,1218.50,0.00',
    'Draft,Priya Raman,"Northside, Dental",Marketing services,draft,121850,JPY,2026-11-01,,2026-11-17,,0,0,0,0,0',
    "",
  ]);
});

test("an exported refund says so, and what was kept", () => {
  const money = { refunded_amount: 20_000, kept_amount: 101_850, owed_amount: 0 };
  const [, row] = invoicesAsCsv([{ ...invoice, ...money, status: "paid", refund: "partly refunded" }], "UTC").split(
    "\r\n",
  );
  expect(row).toContain(",partly refunded,1218.50,USD,2026-11-01,2026-11-01,2026-11-17,,0.00,200.00,1018.50,0.00,0.00");
});

test("an exported invoice that can't be paid yet has no balance due", () => {
  expect(invoicesAsCsv([{ ...invoice, status: "active" }], "UTC")).toContain(",0.00,0.00,0.00,0.00,1218.50\r\n");
});

test("a description that a spreadsheet would run is text", () => {
  expect(invoicesAsCsv([{ ...invoice, description: '=HYPERLINK("x")' }], "UTC")).toContain("'=HYPERLINK");
});

test("the days of creating and sending are the agency's, as on the invoice", () => {
  const late = { ...invoice, created_at: "2026-10-31T04:30:00Z", issued_at: "2026-11-01T04:30:00Z" };
  expect(invoicesAsCsv([late], "America/Los_Angeles")).toContain(",USD,2026-10-30,2026-10-31,");
});
