/** What a person is in a client's account. */
export type AccountRole = "owner" | "member" | "billing";

/** Each role with its name, what it may do, the same to the one who gets it, and how a sentence names someone with it. */
export const ACCOUNT_ROLES: readonly { role: AccountRole; label: string; text: string; yours: string; noun: string }[] =
  [
    {
      role: "owner",
      label: "Owner",
      text: "Everything: leads, pages, invoices and the plan. Invites people and changes roles.",
      yours: "You can do everything: leads, pages, invoices and the plan. You can also invite people and change roles.",
      noun: "an owner",
    },
    {
      role: "member",
      label: "Member",
      text: "Works with leads, landing pages, requests and files. Doesn't see invoices.",
      yours: "You work with leads, landing pages, requests and files. You don't see invoices.",
      noun: "a member",
    },
    {
      role: "billing",
      label: "Billing",
      text: "Sees and pays invoices, and manages the plan. Doesn't see leads.",
      yours: "You see and pay invoices, and manage the plan. You don't see leads.",
      noun: "a billing contact",
    },
  ];

export const accountRole = (role: AccountRole) => ACCOUNT_ROLES.find((one) => one.role === role) ?? ACCOUNT_ROLES[1];
