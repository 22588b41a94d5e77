/** A person waits for Stripe. A retry has the same idempotency key, so it pays and refunds nothing twice. */
export const STRIPE_OPTIONS = { maxNetworkRetries: 1, timeout: 10_000 };
