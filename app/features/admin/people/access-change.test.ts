import { describe, expect, test } from "vitest";
import type { RoleRow } from "../../../../domain/roles.ts";
import {
  type AccessChange,
  accessQuestion,
  billedItems,
  billedTexts,
  leadsOutcome,
  leadsText,
  premiumText,
  restoredRole,
  returnedText,
  reverseOf,
  workTexts,
} from "./access-change.ts";

const NOBODY_REQUIRED = { admin: false, sales: false };
const person = (roles: RoleRow[], more = {}) => ({
  name: "Imani Okoro",
  roles,
  agencyLeads: 0,
  twoStep: false,
  onlyOwnerOf: [],
  ...more,
});
const rep = person([{ role: "sales", status: "active" }]);
const changes: AccessChange[] = ["admin", "sales", "client", "approve", "deactivate", "reactivate"];

test("Every question names the person and says what changes", () => {
  for (const change of changes) {
    const { title, effects, confirmLabel } = accessQuestion(rep, change, NOBODY_REQUIRED);
    expect(title).toContain("Imani Okoro");
    expect(confirmLabel).not.toBe("");
    if (change !== "approve" && change !== "reactivate") expect(effects.length).toBeGreaterThan(0);
  }
});

describe("What a person gains and loses", () => {
  test("a sales rep who becomes an admin", () => {
    expect(accessQuestion(rep, "admin", NOBODY_REQUIRED)).toEqual({
      title: "Make Imani Okoro an admin?",
      effects: [
        "They can see and change everything: users, clients, invoices, and settings.",
        "They stop being a sales rep.",
      ],
      confirmLabel: "Make admin",
      takesRights: false,
    });
  });

  test("an admin who becomes a sales rep", () => {
    const admin = person([{ role: "admin", status: "active" }]);
    const { effects, takesRights } = accessQuestion(admin, "sales", NOBODY_REQUIRED);
    expect(effects).toContain("They stop being an admin and are signed out everywhere.");
    expect(takesRights).toBe(true);
  });

  test("someone without the second factor that the role needs", () => {
    const asked = "They have to set up two-step sign-in before they can continue.";
    const required = { admin: true, sales: false };
    expect(accessQuestion(rep, "admin", required).effects).toContain(asked);
    expect(accessQuestion({ ...rep, twoStep: true }, "admin", required).effects).not.toContain(asked);
    expect(accessQuestion(rep, "client", required).effects).not.toContain(asked);
  });

  test("a client who joins the team leaves the accounts that they belong to, which are named", () => {
    const client = person([{ role: "client", status: "active" }], { accounts: ["Ember", "Northside Dental"] });
    const leaves = "They leave the accounts Ember and Northside Dental. If they become a client again, they rejoin.";
    for (const change of ["sales", "admin"] as const)
      expect(accessQuestion(client, change, NOBODY_REQUIRED).effects).toContain(leaves);
    expect(accessQuestion({ ...client, accounts: ["Ember"] }, "sales", NOBODY_REQUIRED).effects).toContain(
      "They leave the account Ember. If they become a client again, they rejoin.",
    );
    for (const change of ["deactivate", "client"] as const)
      expect(accessQuestion(client, change, NOBODY_REQUIRED).effects).not.toContain(leaves);
  });

  test("the only owners of accounts, who are deactivated or stop being a client", () => {
    const owner = person([{ role: "client", status: "active" }], { onlyOwnerOf: ["Ember", "Northside Dental"] });
    expect(accessQuestion(owner, "deactivate", NOBODY_REQUIRED).warning).toEqual({
      title: "Ember and Northside Dental will have no active owner",
      text: "Until you make someone else an owner, only your team can manage their people.",
    });
    for (const change of ["sales", "admin"] as const)
      expect(accessQuestion(owner, change, NOBODY_REQUIRED).warning).toEqual(
        accessQuestion(owner, "deactivate", NOBODY_REQUIRED).warning,
      );
    for (const change of ["client", "reactivate"] as const)
      expect(accessQuestion(owner, change, NOBODY_REQUIRED).warning).toBeUndefined();
    expect(accessQuestion(rep, "deactivate", NOBODY_REQUIRED).warning).toBeUndefined();
  });

  test("a sign-up that is approved or bypassed", () => {
    const waiting = person([{ role: "sales", status: "pending" }]);
    expect(accessQuestion(waiting, "approve", NOBODY_REQUIRED).title).toBe("Approve Imani Okoro as a sales rep?");
    expect(accessQuestion(waiting, "admin", NOBODY_REQUIRED).effects).toContain(
      "Their sign-up no longer waits for approval.",
    );
  });
});

test.each([
  ["admin", "may move"],
  ["client", "must move"],
  ["deactivate", "must move"],
  ["reactivate", null],
] as const)("Open leads of a sales rep, after %s: %s", (change, outcome) => {
  expect(leadsOutcome({ ...rep, agencyLeads: 3 }, change)).toBe(outcome);
  expect(leadsOutcome(rep, change)).toBeNull();
});

test("Undo restores exactly what was there, or isn't offered", () => {
  expect(reverseOf(rep, "admin")).toBe("sales");
  expect(reverseOf(rep, "deactivate")).toBe("reactivate");
  expect(reverseOf(person([{ role: "sales", status: "inactive" }]), "reactivate")).toBe("deactivate");
  expect(reverseOf(person([{ role: "sales", status: "pending" }]), "admin")).toBeNull();
  expect(reverseOf(person([{ role: "sales", status: "pending" }]), "approve")).toBeNull();
  expect(reverseOf(person([{ role: "sales", status: "inactive" }]), "admin")).toBeNull();
  const both = person([
    { role: "sales", status: "active" },
    { role: "client", status: "active" },
  ]);
  expect(reverseOf(both, "admin")).toBeNull();
});

test("the dialog says where open leads go, those of client accounts, too", () => {
  expect(leadsText({ toOwner: 29, toOthers: 4 }, "Theo")).toBe(
    "29 open leads go to Theo. 4 open leads of client accounts become unassigned, or go to the next host of a booked call.",
  );
  expect(leadsText({ toOwner: 1, toOthers: 0 }, "Theo")).toBe("1 open lead goes to Theo.");
  expect(leadsText({ toOwner: 0, toOthers: 1 }, null)).toBe(
    "1 open lead becomes unassigned, or goes to the next host of a booked call.",
  );
  expect(leadsText({ toOwner: 0, toOthers: 0 }, null)).toBe("");
});

test("an undone deactivation says which leads came back, and which stay", () => {
  expect(returnedText({ moved: 0, kept: 0 })).toBe("");
  expect(returnedText({ moved: 29, kept: 0 })).toBe(
    "29 open leads are theirs again. Booked calls stay with their new hosts.",
  );
  expect(returnedText({ moved: 1, kept: 1 })).toBe(
    "1 open lead is theirs again. 1 open lead stays with its new owner, because someone has changed it since then. Booked calls stay with their new hosts.",
  );
});

const NOTHING_BILLED = {
  ...{ invoices: 0, agreed: 0, retainers: 0, hasPlan: false, trialEnds: null, planEnds: null },
  ...{ premium: [], rejoins: [] },
};

test("the dialog lists what stays in the name of a client", () => {
  expect(billedTexts({ ...NOTHING_BILLED, invoices: 2, retainers: 1 })).toEqual([
    "2 open invoices and 1 ongoing retainer stay in their name. They can't see or pay them.",
    "The retainer sends no invoices until you reactivate the client. Months that begin in the meantime are billed then.",
  ]);
  expect(billedTexts({ ...NOTHING_BILLED, invoices: 1 })).toEqual([
    "1 open invoice stays in their name. They can't see or pay it.",
  ]);
  expect(billedTexts({ ...NOTHING_BILLED, invoices: 1, agreed: 1, retainers: 2, hasPlan: true })).toEqual([
    "1 open invoice, 1 active invoice, and 2 ongoing retainers stay in their name. They can't see or pay them.",
    "The retainers send no invoices until you reactivate the client. Months that begin in the meantime are billed then.",
    "They still pay for Premium. They can't cancel the plan while they can't sign in.",
  ]);
  expect(billedTexts(NOTHING_BILLED)).toEqual([]);
});

test("a free trial isn't called a paid plan, and a canceled plan isn't either", () => {
  const trial = { ...NOTHING_BILLED, hasPlan: true, trialEnds: "2026-12-05" };
  expect(billedTexts(trial)).toEqual([
    "Premium comes from their free trial. It becomes a paid plan on Dec 5, 2026. They can't cancel it while they can't sign in.",
  ]);
  expect(billedItems(trial)).toEqual([{ kind: "plan", text: "a free trial of Premium" }]);
  const canceled = { ...NOTHING_BILLED, hasPlan: true, planEnds: "2026-12-05" };
  expect(billedTexts(canceled)).toEqual(["Their canceled Premium plan runs until Dec 5, 2026."]);
  expect(billedItems(canceled)).toEqual([{ kind: "plan", text: "a canceled Premium plan" }]);
});

test("what a client has to settle is listed with what there is only", () => {
  expect(billedItems({ ...NOTHING_BILLED, invoices: 1, agreed: 2, hasPlan: true })).toEqual([
    { kind: "invoices", text: "1 open invoice" },
    { kind: "agreed", text: "2 active invoices" },
    { kind: "plan", text: "a paid Premium plan" },
  ]);
  expect(billedItems(NOTHING_BILLED)).toEqual([]);
});

test("the question about reactivating says what stays with others, for people of the team only", () => {
  const stays = "If leads or booked calls went to others, they stay there.";
  const of = (role: "sales" | "client") => person([{ role, status: "inactive" }]);
  expect(accessQuestion(of("sales"), "reactivate", NOBODY_REQUIRED).effects).toContain(stays);
  expect(accessQuestion(of("client"), "reactivate", NOBODY_REQUIRED).effects).not.toContain(stays);
});

test("the menu offers what Reactivate does once", () => {
  expect(restoredRole(person([{ role: "sales", status: "inactive" }]))).toBe("sales");
  expect(restoredRole(rep)).toBeNull();
  const both = person([
    { role: "sales", status: "inactive" },
    { role: "client", status: "inactive" },
  ]);
  expect(restoredRole(both)).toBeNull();
});

describe("What happens to the open work of a person who leaves", () => {
  test("is said for what there is only", () => {
    expect(workTexts({ calls: 0, tasks: 0, requests: 0, types: [] }, "Imani")).toEqual({});
    expect(workTexts({ calls: 1, tasks: 1, requests: 1, types: ["Demo"] }, "Imani")).toEqual({
      calls:
        "1 booked call goes to a colleague who is free then. If no one is, it stays with Imani, and we email the admins to move it.",
      tasks: "1 open task goes with its lead.",
      requests: "1 open request stays assigned to Imani until you assign it to someone else.",
      types: "Until it has another host, no one can book Demo.",
    });
    expect(workTexts({ calls: 2, tasks: 12, requests: 0, types: ["Demo", "Strategy call"] }, "Imani")).toEqual({
      calls:
        "2 booked calls go to colleagues who are free then. If no one is free for a call, it stays with Imani, and we email the admins to move it.",
      tasks: "12 open tasks go with their leads.",
      types: "Until they have another host, no one can book Demo and Strategy call.",
    });
  });
});

test("a deactivated client's accounts keep Premium through them, and lose it when they join the team", () => {
  const said = (change: AccessChange, ...premium: string[]) => premiumText({ ...NOTHING_BILLED, premium }, change);
  expect(said("deactivate")).toBe("");
  expect(said("deactivate", "Harbor")).toBe("Harbor keeps Premium through them.");
  expect(said("deactivate", "Harbor", "Keeper")).toBe("Harbor and Keeper keep Premium through them.");
  expect(said("sales", "Harbor")).toBe("Harbor loses Premium right away, because it comes from them.");
  expect(said("admin", "Harbor", "Keeper")).toBe(
    "Harbor and Keeper lose Premium right away, because it comes from them.",
  );
});

test("someone who becomes a client again brings Premium back, and a client who stays one changes nothing", () => {
  const said = (rejoins: string[], ...premium: string[]) =>
    premiumText({ ...NOTHING_BILLED, rejoins, premium }, "client");
  expect(said(["Ember", "Harbor"], "Harbor")).toBe("Harbor has Premium through them again.");
  expect(said(["Ember", "Harbor"], "Ember", "Harbor")).toBe("Ember and Harbor have Premium through them again.");
  expect(said(["Ember"])).toBe("");
  expect(said([], "Harbor")).toBe("");
});

test("someone who becomes a client again reads which accounts they rejoin", () => {
  const former = { ...rep, rejoins: ["Ember", "Harbor"] };
  expect(accessQuestion(former, "client", NOBODY_REQUIRED).effects).toContain("They rejoin Ember and Harbor.");
  expect(accessQuestion(rep, "client", NOBODY_REQUIRED).effects).toContain(
    "If they belong to no account yet, they get one in their own name, which you can rename.",
  );
});
