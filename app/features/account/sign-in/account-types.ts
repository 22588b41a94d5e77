/** The account types of spec §1 and §2 with their listed features; the sign-up metadata carries the key. */
export const ACCOUNT_TYPES = {
  sales: {
    label: "Sales",
    features: ["Lead tracking", "CRM dashboard", "Pipeline management", "Analytics"],
    note: "For our sales team. An admin approves it before you get in.",
  },
  client: {
    label: "Client",
    features: ["Project status", "Invoice management", "Communication hub", "Reports"],
    note: "For customers of the agency. You get in as soon as your email is confirmed.",
  },
} as const;

export type AccountType = keyof typeof ACCOUNT_TYPES;
