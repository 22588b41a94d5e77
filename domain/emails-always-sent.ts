import type { PartsSeen } from "./notification-kinds.ts";
import type { Role } from "./roles.ts";

type AlwaysSent = {
  templates: readonly string[];
  /** Who can get them. */
  roles: readonly Role[];
  /** Only for people who get emails about this part. */
  part?: keyof PartsSeen;
  /** What they are about, within a sentence. */
  text: string;
};

const EVERYONE = ["client", "sales", "admin"] as const;

/** Emails to people with an account that no one can turn off. A test compares the templates with those that exist. */
export const ALWAYS_SENT: readonly AlwaysSent[] = [
  {
    templates: ["invoice-issued", "invoice-copy", "invoice-reminder", "invoice-canceled"],
    roles: ["client"],
    part: "bills",
    text: "invoices and reminders",
  },
  { templates: ["payment-failed"], roles: ["client"], part: "bills", text: "failed payments" },
  {
    templates: ["invoice-credited", "invoice-refunded", "payment-removed", "refund-removed", "credit-removed"],
    roles: ["client"],
    part: "bills",
    text: "refunds, credits and corrections",
  },
  {
    templates: ["retainers-inherited", "retainer-changed"],
    roles: ["client"],
    part: "bills",
    text: "retainers that you take over or that change",
  },
  {
    // A plan's end concerns every owner, and any client can get complimentary Premium.
    templates: [
      ...["premium-started", "premium-canceled", "premium-kept", "premium-ended"],
      ...["premium-given", "premium-changed", "premium-withdrawn"],
    ],
    roles: ["client"],
    text: "plan changes",
  },
  { templates: ["request-received", "request-answered"], roles: ["client"], text: "replies to your requests" },
  {
    templates: ["member-joined", "member-left"],
    roles: ["client"],
    part: "people",
    text: "people who join or leave your account",
  },
  { templates: ["member-role"], roles: ["client"], text: "changes to your role in an account" },
  { templates: ["member-removed"], roles: ["client"], text: "your removal from an account" },
  { templates: ["rep-lent", "loan-ended"], roles: ["sales"], text: "client accounts that you work in" },
  { templates: ["lead-clock-escalated"], roles: EVERYONE, part: "leads", text: "escalated leads" },
  {
    templates: [
      ...["booking-host-booked", "booking-host-rescheduled", "booking-host-cancelled", "booking-host-reopened"],
      ...["booking-host-reassigned", "booking-host-handed-over", "booking-host-joined", "booking-host-left"],
      "calls-without-host",
    ],
    roles: EVERYONE,
    part: "leads",
    text: "calls that are booked, moved, canceled or handed over",
  },
  {
    templates: ["landing-approval-approved", "landing-approval-declined"],
    roles: ["client"],
    part: "leads",
    text: "decisions about landing pages",
  },
  {
    templates: ["landing-domain-missing", "landing-domain-stopped"],
    roles: ["client"],
    part: "leads",
    text: "problems with domains",
  },
  { templates: ["landing-approval-requested"], roles: ["admin"], text: "landing pages that need approval" },
  { templates: ["won-deal-handed-off"], roles: ["admin"], text: "won deals that need a setup" },
  {
    templates: ["sign-up-approved", "sign-up-rejected", "access-ended", "access-restored"],
    roles: EVERYONE,
    text: "decisions about your access",
  },
  {
    templates: [
      ...["confirm-email", "reset-password", "sign-in-link", "confirm-new-email", "email-change-notice"],
      "email-changed",
      ...["reauthenticate", "password-changed", "second-factor-added", "second-factor-removed", "second-factor-reset"],
      ...["recovery-codes-created", "recovery-code-used"],
    ],
    roles: EVERYONE,
    text: "account security",
  },
];

/** Emails to people without an account, such as visitors and people who are invited, and to the agency's own address. */
export const SENT_TO_OTHERS: readonly string[] = [
  ...["contact-confirmation", "landing-confirmation", "application-confirmation", "lead-message"],
  ...["booking-booked", "booking-rescheduled", "booking-cancelled", "booking-reopened", "booking-reminder"],
  ...["booking-missed", "booking-rebook", "booking-reassigned"],
  ...["invitation", "account-invitation", "contact-alert", "application-alert"],
];
