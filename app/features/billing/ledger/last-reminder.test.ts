import { describe, expect, test } from "vitest";
import { lastReminder } from "./last-reminder.ts";

const region = { locale: "en-US", timeZone: "America/New_York" };
const now = new Date("2026-11-27T15:00:00Z");
const at = (created_at: string) =>
  lastReminder(
    [
      { kind: "sent", created_at: "2026-11-01T00:00:00Z" },
      { kind: "reminded", created_at },
    ],
    now,
    region,
  );

describe("the last reminder", () => {
  test("says that none was sent", () => {
    expect(lastReminder([], now, region)).toEqual({ text: "No reminder sent yet", when: null, isRecent: false });
  });

  test("names today in the given zone", () => {
    expect(at("2026-11-27T05:30:00Z")).toEqual({
      ...{ text: "Reminder sent today at 12:30 AM", when: "today at 12:30 AM", isRecent: true },
    });
  });

  test("of yesterday is recent for 24 hours", () => {
    expect(at("2026-11-27T04:30:00Z")).toEqual({
      ...{ text: "Reminder sent Nov 26, 11:30 PM", when: "Nov 26, 11:30 PM", isRecent: true },
    });
    expect(at("2026-11-26T15:00:00Z").isRecent).toBe(false);
  });
});
