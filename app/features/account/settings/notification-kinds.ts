import type { Role } from "../../../../domain/roles.ts";

/** E-mails that somebody may do without, as the database names them. */
export const NOTIFICATION_KINDS = [
  {
    kind: "payment-received",
    role: "client",
    label: "Payment received",
    text: "A receipt when an invoice of yours is paid.",
  },
  {
    kind: "retainer-renewing",
    role: "client",
    label: "Retainer renewing",
    text: "A word some days before the next charge of a retainer.",
  },
  {
    kind: "trial-ending",
    role: "client",
    label: "Free trial ending",
    text: "A word before your free trial turns into a paid plan.",
  },
  {
    kind: "lead-arrived",
    role: "sales",
    label: "New leads",
    text: "When somebody new writes, or somebody known writes again.",
  },
  {
    kind: "lead-clock",
    role: "sales",
    label: "Leads that wait",
    text: "When a lead of yours, or one that nobody has claimed, is close to its target or past it.",
  },
  {
    kind: "sign-up-waiting",
    role: "admin",
    label: "Sign-up waiting",
    text: "When somebody has confirmed their address and waits for your approval.",
  },
] as const satisfies readonly { kind: string; role: Role; label: string; text: string }[];

/** What nobody can switch off, said so that nobody looks for the switch. */
export const ALWAYS_SENT: Record<Role, string> = {
  client:
    "New invoices, payments that failed, answers to your requests, and everything about the safety of your account.",
  sales: "Leads that are escalated, decisions about your access, and everything about the safety of your account.",
  admin: "Leads that are escalated, decisions about your own access, and everything about the safety of your account.",
};
