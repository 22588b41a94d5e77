import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENT_INVOICE_STATUSES } from "../../../domain/invoices.ts";
import { clientGroups } from "./client-articles.ts";

test("The help explains every invoice status that a client can see", () => {
  const sql = readFileSync("supabase/schemas/billing/invoices.sql", "utf8");
  const stored = /create type public\.invoice_status as enum \(([^)]*)\)/.exec(sql)?.[1]?.match(/\w+/g) ?? [];
  const refunds = /check \(refund in \(([^)]*)\)/.exec(sql)?.[1]?.match(/[\w ]+(?=')/g) ?? [];
  const words = refunds.filter((word) => word.trim());
  expect(words).toHaveLength(2);
  const shown = [...stored.filter((status) => status !== "draft"), ...words].sort();
  expect(shown).toContain("active");
  expect(Object.keys(CLIENT_INVOICE_STATUSES).sort()).toEqual(shown);
  const article = clientGroups.flatMap(({ articles }) => articles).find(({ id }) => id === "invoice-states");
  for (const status of shown) expect(JSON.stringify(article)).toContain(`${status}: `);
});
