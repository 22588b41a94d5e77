import { expect, test } from "vitest";
import type { Retention } from "./api.ts";
import { boundsText, changedRetention, retentionProblems, shortenedPeriods } from "./retention-changes.ts";

const setting = (kind: string, keep: number, from: number, to: number): Retention => ({
  kind,
  position: 1,
  label: kind,
  holds: "",
  reason: "",
  keep_days: keep,
  default_days: keep,
  min_days: from,
  max_days: to,
  updated_at: "",
});
const SETTINGS = [setting("audit_log", 730, 90, 3650), setting("import_rows", 30, 1, 365)];

test("only changes are written", () => {
  expect(changedRetention(SETTINGS, { audit_log: "730", import_rows: " 30 " })).toEqual([]);
  expect(changedRetention(SETTINGS, { audit_log: "730", import_rows: "31" })).toEqual([{ row: SETTINGS[1], days: 31 }]);
});

test.each(["", " ", "0", "366", "-5", "1.5", "1e2", "three", "٣", "999999999999", undefined])(
  "%s is not a valid number of days",
  (typed) => {
    expect(retentionProblems(SETTINGS, { audit_log: "90", import_rows: typed })).toEqual([
      ["import_rows", "Enter a whole number from 1 to 365"],
    ]);
  },
);

test("the bounds are valid, and the text shows them", () => {
  expect(retentionProblems(SETTINGS, { audit_log: "3650", import_rows: "1" })).toEqual([]);
  expect(retentionProblems(SETTINGS, { audit_log: " 90 ", import_rows: "365" })).toEqual([]);
  expect(boundsText(SETTINGS[0] as Retention)).toBe("Default: 730 days. Range: 90–3,650.");
});

test("a shorter period removes records, a longer one does not", () => {
  const changes = changedRetention(SETTINGS, { audit_log: "90", import_rows: "60" });
  expect(shortenedPeriods(changes).map(({ row: { kind } }) => kind)).toEqual(["audit_log"]);
});
