// The records of the local payment server. Times are seconds since 1970 on its own clock; amounts are in smallest
// units.

export type Customer = { id: string; email: string; created: number; metadata: Record<string, string> };

export type Session = {
  id: string;
  mode: "payment" | "subscription";
  status: "open" | "complete" | "expired";
  paid: boolean;
  customer: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  /** The items, if there are several. */
  lines?: { name: string; amount: number }[];
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  trialDays: number;
  clientReference: string | null;
  successUrl: string;
  cancelUrl: string;
  created: number;
  expires: number;
  intent: string | null;
  subscription: string | null;
};

export type Intent = {
  id: string;
  session: string;
  customer: string;
  amount: number;
  currency: string;
  status: "requires_payment_method" | "succeeded";
  created: number;
  paidAt: number | null;
  error: { code: string; message: string } | null;
  metadata: Record<string, string>;
};

/** A payment that the ledger has and this server doesn't. */
export type KnownPayment = { intent: string; invoiceId: string; amount: number; currency: string; paidAt: number };

export type Refund = {
  id: string;
  intent: string;
  amount: number;
  currency: string;
  created: number;
  /** Missing in records from before refunds had it. */
  metadata?: Record<string, string>;
};

export type Subscription = {
  id: string;
  customer: string;
  status: "trialing" | "active" | "past_due" | "canceled";
  amount: number;
  currency: string;
  created: number;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  /** Whether the event for the end of the trial was sent. */
  trialEndTold?: boolean;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  metadata: Record<string, string>;
};

export type StoredEvent = {
  id: string;
  type: string;
  created: number;
  object: unknown;
  deliveredAt: number | null;
  tries: number;
};

export type Records = {
  /** How many seconds the test clock is ahead of the real one. */
  ahead: number;
  webhookSecret: string;
  customers: Record<string, Customer>;
  sessions: Record<string, Session>;
  intents: Record<string, Intent>;
  refunds: Record<string, Refund>;
  subscriptions: Record<string, Subscription>;
  events: Record<string, StoredEvent>;
  /** Responses by idempotency key, with their requests. */
  answers: Record<string, { asked: string; status: number; body: string }>;
};
