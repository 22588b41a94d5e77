import { expect, test } from "vitest";
import type { News } from "./api.ts";
import { groupNews } from "./news-groups.ts";

const news = (id: string, lead_id: string | null, event: News["event"], is_read = false): News => ({
  ...{ id, lead_id, event, is_read, at: "2026-11-28T10:00:00Z", first_name: "Ann", last_name: "Lee", email: null },
  ...{ company: null, new_owner_name: null, by: null, call: null, payment: null, account: null },
});

test("News of one lead are one entry, which is unread as long as one of them is", () => {
  const late = news("3", "ann", "escalated");
  const other = news("2", "ben", "started");
  const first = news("1", "ann", "started", true);
  expect(groupNews([late, other, first])).toEqual([
    { latest: late, earlier: [first], unread: [late] },
    { latest: other, earlier: [], unread: [other] },
  ]);
});

test("Hand-offs stand alone, also two of one lead", () => {
  const events = [news("3", "ann", "handed_off"), news("2", "ann", "handed_off"), news("1", "ann", "started")];
  expect(groupNews(events).map(({ latest, earlier }) => [latest.id, earlier.length])).toEqual([
    ["3", 0],
    ["2", 0],
    ["1", 0],
  ]);
});

test("A hand-off and its assignment are one entry, and other requests have their own", () => {
  const events = [news("3", null, "assigned"), news("2", null, "assigned"), news("3", "ann", "handed_off")];
  expect(groupNews(events).map(({ latest, earlier }) => [latest.event, latest.id, earlier.length])).toEqual([
    ["assigned", "3", 1],
    ["assigned", "2", 0],
  ]);
});
