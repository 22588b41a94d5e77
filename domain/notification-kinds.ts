import type { Role } from "./roles.ts";

/**
 * What a person gets emails about: leads that they see, invoices and retainers that name them, invoices that they can pay, a plan that
 * they pay for, and people of accounts that they own.
 */
export type PartsSeen = { leads: boolean; bills: boolean; receipts: boolean; plan: boolean; people: boolean };

type NotificationKind = {
  /** The name of the choice in the database (`notification_choices.kind`). */
  kind: string;
  /** The emails that it turns off. */
  templates: readonly string[];
  /** Who can get them. */
  roles: readonly Role[];
  /** Only for people who get emails about this part. */
  part?: keyof PartsSeen;
  label: string;
  text: string;
};

/** Emails that people can turn off. The database keeps the same list (`private.notification_kind`). */
export const NOTIFICATION_KINDS: readonly NotificationKind[] = [
  {
    kind: "payment-received",
    templates: ["payment-received"],
    roles: ["client"],
    part: "receipts",
    label: "Payment received",
    text: "A receipt when you pay, and when a colleague pays an invoice in your name.",
  },
  {
    kind: "retainer-renewing",
    templates: ["retainer-renewing"],
    roles: ["client"],
    part: "bills",
    label: "Retainer renewing",
    text: "A reminder a few days before a retainer's next charge.",
  },
  {
    kind: "trial-ending",
    templates: ["trial-ending"],
    roles: ["client"],
    part: "plan",
    label: "Free trial ending",
    text: "A reminder before your free trial becomes a paid plan.",
  },
  {
    kind: "lead-arrived",
    templates: ["lead-arrived", "landing-alert"],
    roles: ["client", "sales", "admin"],
    part: "leads",
    label: "New leads",
    text: "When a new lead gets in touch, or a known one writes again.",
  },
  {
    kind: "lead-clock",
    templates: ["lead-clock-warning", "lead-clock-breached"],
    roles: ["client", "sales", "admin"],
    part: "leads",
    label: "Waiting leads",
    text: "When your lead, or one that no one has claimed, is close to its target or past it.",
  },
  {
    kind: "sign-up-waiting",
    templates: ["sign-up-waiting"],
    roles: ["admin"],
    label: "Sign-ups to approve",
    text: "When someone confirms their email and needs your approval.",
  },
  {
    kind: "client-request",
    templates: ["request-arrived", "request-reply"],
    roles: ["admin"],
    label: "Client requests",
    text: "When a client sends a service request, or replies to an answer.",
  },
];

/** The choices of a person, only for emails that they can get. */
export const notificationKindsOf = (role: Role | null, seen: PartsSeen): NotificationKind[] =>
  NOTIFICATION_KINDS.filter(({ roles, part }) => role !== null && roles.includes(role) && (!part || seen[part]));
