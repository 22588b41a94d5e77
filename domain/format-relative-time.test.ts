import { expect, test } from "vitest";
import { formatRelativeTime } from "./format-relative-time.ts";

const now = new Date("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:40Z", "now"],
  ["2026-11-21T11:58:00Z", "2 minutes ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-18T11:00:00Z", "3 days ago"],
  ["2026-11-21T14:00:00Z", "in 2 hours"],
])("%s reads %s", (time, text) => expect(formatRelativeTime(new Date(time), now)).toBe(text));
