import { expect, test } from "vitest";
import { queryComplaint } from "./guard-query.ts";

const encoded = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

test.each([
  { content: "match.(.{30,})\\1" },
  { content: "not.imatch.x" },
  { content: "match(any).{a,b}" },
  { or: "(title.eq.a,content.match.x)" },
  { "leads.and": "(company.not.imatch.x)" },
  { select: "a(b(c(d(id))))" },
  { title: `like.${"%a".repeat(20)}` },
  { or: `(title.ilike.${"*a".repeat(20)})` },
  { or: `${"not.and(".repeat(1500)}` },
  { title: `eq.${"x".repeat(20_000)}` },
])("%j is refused", (parameters) => {
  expect(queryComplaint(encoded(parameters as unknown as Record<string, string>))).toBeTruthy();
});

test.each([
  { email: "eq.a.match.b@example.com" },
  { title: "ilike.*base funnel*" },
  { select: "*, lead_activities(id, kind, leads(id))" },
  { or: "(title.ilike.*a*,company.eq.b)" },
])("%j passes", (parameters) => {
  expect(queryComplaint(encoded(parameters as unknown as Record<string, string>))).toBeUndefined();
});
