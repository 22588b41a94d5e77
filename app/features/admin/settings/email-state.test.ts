import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type EmailState, emailStateText } from "./email-state.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const waiting: EmailState = {
  status: "queued",
  failure: null,
  attempts: 0,
  next_try_at: "2026-11-26T12:00:00Z",
  is_checked: false,
  last_error: null,
};

test("each state of an email is a sentence, and none repeats the raw error", () => {
  const raw = "Cannot read properties of null (reading 'split')";
  const failed = { ...waiting, status: "failed", attempts: 8, last_error: raw };
  expect(emailStateText(failed, NOW)).toBe("We couldn't create this email.");
  for (const failure of ["refused", "unconfirmed", "gave_up", null])
    expect(emailStateText({ ...failed, failure }, NOW)).not.toContain(raw);
  expect(emailStateText({ ...waiting, status: "done" }, NOW)).toBeNull();
  expect(emailStateText({ ...waiting, status: "skipped" }, NOW)).toMatch(/^Not sent/);
});

test("a waiting email says when it goes out, and whether it may be dropped", () => {
  expect(emailStateText(waiting, NOW)).toBe("Goes out in a moment.");
  expect(emailStateText({ ...waiting, is_checked: true }, NOW)).toBe("Goes out in a moment, if it still applies then.");
  const later = { ...waiting, next_try_at: "2026-11-26T15:00:00Z" };
  expect(emailStateText(later, NOW)).toMatch(/^Goes out November 26, 2026/);
  expect(emailStateText({ ...later, attempts: 2, last_error: "421 busy" }, NOW)).toMatch(
    /^It hasn't gone out yet\. We'll try again November 26, 2026/,
  );
});

test("the database and the worker agree on which emails are checked", () => {
  const sql = readFileSync("supabase/schemas/platform/agency-admin.sql", "utf8");
  const worker = readFileSync("supabase/functions/_shared/outbox/send-mail-job.ts", "utf8");
  const listed = sql.match(/return array\[('lead-arrived'[^\]]*)\]/)?.[1]?.match(/[a-z]+(-[a-z]+)+/g) ?? [];
  const checked = [...worker.matchAll(/\["([a-z-]+)", "prepare_/g)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(checked.toSorted());
});
