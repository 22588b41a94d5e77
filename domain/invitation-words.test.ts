import { expect, test } from "vitest";
import { invitedTo, joinedAccount } from "./invitation-words.ts";

test.each([
  ["Mia Olsen", "Northside Dental", "Mia Olsen invited you to Northside Dental", "Northside Dental"],
  ["Mia Olsen", "Mia olsen", "Mia Olsen invited you to their account", "Mia olsen's account"],
  [null, "Northside Dental", "We invited you to Northside Dental", "Northside Dental"],
])("an invitation by %s to %s", (by, account, sentence, joined) => {
  expect(invitedTo({ by, account })).toBe(sentence);
  expect(joinedAccount({ by, account })).toBe(joined);
});
