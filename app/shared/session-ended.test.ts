import { expect, test } from "vitest";
import { noteOwnSignOut, signInAfterEnd } from "./session-ended.ts";

test("The sign-in page says why after a session ended elsewhere, and not after signing out here", () => {
  expect(signInAfterEnd()).toBe("/auth?ended=1");
  noteOwnSignOut();
  expect(signInAfterEnd()).toBe("/auth");
  expect(signInAfterEnd()).toBe("/auth?ended=1");
  noteOwnSignOut("/auth?next=%2Fworkspace");
  expect(signInAfterEnd()).toBe("/auth?next=%2Fworkspace");
});
