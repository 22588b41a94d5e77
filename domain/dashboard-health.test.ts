import { expect, test } from "vitest";
import { evaluateDashboard, isFramingAllowed, type ProbeResult } from "./dashboard-health.ts";

const answered = (change: Partial<Extract<ProbeResult, { kind: "answered" }>> = {}): ProbeResult => ({
  kind: "answered",
  status: 200,
  redirects: 0,
  milliseconds: 300,
  framable: true,
  ...change,
});

test.each([
  ["reachable and embeddable", answered(), true, "healthy", "ok"],
  ["slow", answered({ milliseconds: 2_501 }), true, "warning", "slow"],
  ["redirected", answered({ redirects: 1 }), true, "warning", "redirected"],
  ["not found", answered({ status: 404 }), true, "error", "not_found"],
  ["broken", answered({ status: 500 }), true, "error", "status_500"],
  ["a page that forbids frames", answered({ framable: false }), true, "error", "not_embeddable"],
  ["a page without an embed form", answered(), false, "error", "not_embeddable"],
  ["a private address", { kind: "refused", reason: "private_address" }, true, "error", "private_address"],
  ["an unknown name", { kind: "unreachable", reason: "unknown_name" }, true, "error", "unknown_name"],
] satisfies [string, ProbeResult, boolean, string, string][])("%s", (_, answer, embed, health, reason) => {
  expect(evaluateDashboard(answer, embed)).toEqual({ health, reason });
});

test.each([
  [null, null, true],
  ["DENY", null, false],
  ["SAMEORIGIN", null, false],
  ["DENY", "default-src 'self'; frame-ancestors https:", true],
  [null, "frame-ancestors 'self'", false],
  [null, "frame-ancestors 'none'", false],
  [null, "frame-ancestors https://portal.example", true],
  [null, "script-src 'self'", true],
])("frame options %j and policy %j: %s", (frameOptions, contentSecurityPolicy, expected) => {
  expect(isFramingAllowed({ frameOptions, contentSecurityPolicy }, "https://portal.example")).toBe(expected);
});
