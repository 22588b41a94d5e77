import { expect, test } from "vitest";
import { replyDue } from "./change-requests.ts";

const request = { status: "open", created_at: "2026-11-24T10:00:00Z" };
const answer = { created_at: "2026-11-24T12:00:00Z", from_client: false, reopens: false };
const reply = { created_at: "2026-11-25T08:00:00Z", from_client: true, reopens: false };

test("a request waits for a reply until a day after it was sent, or after the client's first words since the last answer", () => {
  expect(replyDue(request, [])).toEqual(new Date("2026-11-25T10:00:00Z"));
  expect(replyDue(request, [answer, reply])).toEqual(new Date("2026-11-26T08:00:00Z"));
  const later = { ...reply, created_at: "2026-11-25T09:30:00Z" };
  expect(replyDue(request, [answer, reply, later])).toEqual(new Date("2026-11-26T08:00:00Z"));
  expect(replyDue(request, [later])).toEqual(new Date("2026-11-25T10:00:00Z"));
});

test("a reply that opens a request again is promised an answer within a day of that reply", () => {
  const reopening = { ...reply, created_at: "2026-11-29T09:00:00Z", reopens: true };
  const due = new Date("2026-11-30T09:00:00Z");
  expect(replyDue(request, [reopening])).toEqual(due);
  expect(replyDue(request, [answer, reply, reopening])).toEqual(due);
  expect(replyDue(request, [answer, reply, reopening, { ...reply, created_at: "2026-11-29T10:00:00Z" }])).toEqual(due);
});

test("an answered or closed request waits for nothing", () => {
  expect(replyDue(request, [answer])).toBeNull();
  expect(replyDue({ ...request, status: "answered" }, [answer])).toBeNull();
  expect(replyDue({ ...request, status: "closed" }, [])).toBeNull();
});
