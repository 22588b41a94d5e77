import { expect, test } from "vitest";
import { ownerlessText } from "./ownerless.ts";

const left = new Date().toISOString();
const ahead = new Date(Date.now() + 86_400_000).toISOString();

test("an account without people says who is invited, else when its last person left, also if someone left before", () => {
  expect(ownerlessText({ invited: null, last_left_at: null }).text).toBe("No one has joined yet");
  expect(ownerlessText({ invited: null, last_left_at: left }).text).toMatch(/^Its last person left on .*, \d{4}$/);
  for (const last_left_at of [null, left]) {
    const waiting = ownerlessText({ invited: { email: "x@y.example", expires_at: ahead }, last_left_at });
    expect(waiting).toEqual({
      text: "Waiting for x@y.example to accept the invitation",
      short: "Invited: x@y.example",
    });
    expect(ownerlessText({ invited: { email: "x@y.example", expires_at: left }, last_left_at }).text).toBe(
      "The invitation for x@y.example has expired",
    );
  }
});

test("a narrow column leaves out the year", () => {
  expect(ownerlessText({ invited: null, last_left_at: left }).short).toMatch(/^Last person left \D+ \d{1,2}$/);
});
