import { expect, test } from "vitest";
import { premiumOf } from "./billed-client.ts";

const person = (id: string, role: "owner" | "billing") => ({
  ...{ id, role, name: id, email: `${id}@example.com`, since: "2026-01-01", status: "active" as const },
  ...{ plan: null, open_leads: null, money: null, only_host_of: [] },
});
const people = {
  may_manage: true,
  members: [person("ann", "owner"), person("bob", "billing")],
  lent: [],
  invitations: [],
};
const plan = {
  payer_id: "bob",
  payer: "Bob",
  is_gift: true,
  ends_at: "2026-12-21T04:59:59Z",
  trial_end: null,
  is_ending: false,
};
const account = { id: "a", name: "Ember", people, plan };
const zone = "America/New_York";

test("the form for complimentary Premium starts with the person who has it, and with its last day", () => {
  expect(premiumOf(account, zone)).toEqual({
    isGift: true,
    grant: { email: "bob@example.com", until: "2026-12-20", accounts: [] },
  });
  expect(premiumOf({ ...account, plan: { ...plan, ends_at: null } }, zone)?.grant.until).toBe("");
});

test("an account on the free plan or with a paid one gives it to its owner, if someone is there", () => {
  const given = { isGift: false, grant: { email: "ann@example.com", until: "", accounts: [] } };
  expect(premiumOf({ ...account, plan: null }, zone)).toEqual(given);
  expect(premiumOf({ ...account, plan: { ...plan, is_gift: false } }, zone)).toEqual(given);
  expect(premiumOf({ ...account, plan: null, people: { ...people, members: [] } }, zone)).toBeNull();
});
