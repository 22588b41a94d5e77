import type { Limit } from "../../supabase/functions/_shared/limits.ts";

const MINUTE = 60;
const HOUR = 3600;

/** Limits per address. An office of twenty people behind one address stays far below them. */
export const perAddress = {
  signUp: { limit: 40, windowSeconds: HOUR },
  signIn: { limit: 150, windowSeconds: 5 * MINUTE },
  refresh: { limit: 900, windowSeconds: 5 * MINUTE },
  mail: { limit: 60, windowSeconds: HOUR },
  failedVerify: { limit: 60, windowSeconds: 10 * MINUTE },
  user: { limit: 900, windowSeconds: 5 * MINUTE },
  factor: { limit: 300, windowSeconds: 15 * MINUTE },
  exchange: { limit: 90, windowSeconds: 10 * MINUTE },
} satisfies Record<string, Limit>;

/**
 * Limits per account, from one network and from all networks. They stop guessing. A stranger who enters wrong passwords
 * on purpose does not lock out the owner, because the owner is in another network.
 */
export const perAccount = {
  signIn: { limit: 20, windowSeconds: 15 * MINUTE },
  signInFromAnywhere: { limit: 400, windowSeconds: 15 * MINUTE },
  mail: { limit: 6, windowSeconds: 15 * MINUTE },
  mailFromAnywhere: { limit: 30, windowSeconds: 60 * MINUTE },
  failedVerify: { limit: 10, windowSeconds: 10 * MINUTE },
  update: { limit: 20, windowSeconds: 15 * MINUTE },
  factor: { limit: 60, windowSeconds: 15 * MINUTE },
  failedFactor: { limit: 10, windowSeconds: 15 * MINUTE },
  // Three of a million codes are valid at any time. With this limit, an attacker who knows the password needs years for
  // an even chance.
  failedFactorOfDay: { limit: 50, windowSeconds: 24 * HOUR },
} satisfies Record<string, Limit>;

/** Attempts to exchange the code that an email link returned. */
export const perCode = { limit: 5, windowSeconds: 5 * MINUTE } satisfies Limit;

/**
 * Wrong codes from all senders together. This stops an attacker who tries many accounts from many addresses. Links are
 * not refused, because no one can guess them.
 */
export const globally = { failedVerify: { limit: 1000, windowSeconds: HOUR } } satisfies Record<string, Limit>;
