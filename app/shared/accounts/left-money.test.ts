import { expect, test } from "vitest";
import { keptMoney, lastDeparture, leftMoney, movesMoney } from "./left-money.ts";

const NONE = { invoices: 0, agreed: 0, retainers: 0, drafts: 0, signs_in: true, heir: "Olive Owner" };

test("a person who leaves reads which invoices stay in their name, and that they can still pay them", () => {
  expect(leftMoney(NONE, false)).toBe("");
  expect(leftMoney({ ...NONE, invoices: 1 }, false)).toBe(
    "1 open invoice stays in their name. They can still see and pay it.",
  );
  expect(leftMoney({ ...NONE, invoices: 2, agreed: 1 }, true)).toBe(
    "2 open invoices and 1 active invoice stay in your name. You can still see and pay them.",
  );
  expect(leftMoney({ ...NONE, agreed: 1 }, false)).toBe(
    "1 active invoice stays in their name. They can still see it, and pay it once due.",
  );
});

test("a person who was deactivated can't see what stays in their name", () => {
  expect(leftMoney({ ...NONE, invoices: 2, signs_in: false }, false)).toBe(
    "2 open invoices stay in their name. They can't see or pay them.",
  );
});

test("drafts and ongoing retainers go to an owner who stays", () => {
  expect(leftMoney({ ...NONE, drafts: 1, retainers: 2 }, false)).toBe(
    "1 draft and 2 ongoing retainers go to Olive Owner.",
  );
  expect(leftMoney({ ...NONE, retainers: 1 }, false)).toBe("1 ongoing retainer goes to Olive Owner.");
});

test("after the last person, drafts name no one, and everything else is settled before", () => {
  const alone = { ...NONE, heir: null };
  expect(leftMoney({ ...alone, invoices: 1, agreed: 1, retainers: 1 }, false)).toBe("");
  expect(leftMoney({ ...alone, drafts: 1 }, false)).toBe("1 draft names no one until an owner joins.");
  expect(leftMoney({ ...alone, drafts: 2, retainers: 1 }, false)).toBe("2 drafts name no one until an owner joins.");
});

test("only what goes to someone else makes a change of the role final", () => {
  expect(movesMoney({ ...NONE, invoices: 2, agreed: 1 })).toBe(false);
  expect(movesMoney({ ...NONE, retainers: 1 })).toBe(true);
});

test("a new billing contact keeps everything in their name, and the plan", () => {
  const plan = {
    ...{ is_gift: false, ends_at: null, is_ending: false, in_trial: false },
    ...{
      stops: true,
      hides_leads: false,
      kept_until: null,
      must_end: true,
      has_others: false,
      others: null,
      may_manage: true,
    },
  };
  expect(keptMoney(NONE, null, false)).toBe("");
  expect(keptMoney(null, null, true)).toBe("");
  expect(keptMoney({ ...NONE, invoices: 2, retainers: 1 }, plan, true)).toBe(
    "2 open invoices and 1 ongoing retainer stay in your name. You still pay for Premium.",
  );
  expect(keptMoney({ ...NONE, agreed: 1 }, { ...plan, is_gift: true }, false)).toBe(
    "1 active invoice stays in their name. The account still has Premium through their complimentary plan.",
  );
  expect(keptMoney(NONE, { ...plan, in_trial: true }, true)).toBe("You still pay for Premium after the free trial.");
  expect(keptMoney(NONE, { ...plan, is_ending: true }, false)).toBe(
    "The account still has Premium through their canceled plan until it ends.",
  );
});

test("an admin who removes the last person reads that no one is left to bill", () => {
  expect(lastDeparture(false)).toBe(
    "No one is left in this account then. No one can be billed until you invite an owner. You can also archive it.",
  );
  expect(lastDeparture(true)).toContain("only the agency can invite you again");
});
