import type { Limit } from "../../supabase/functions/_shared/limits.ts";

const MINUTE = 60;
const HOUR = 3600;

/** What one address may do; an office of twenty behind one address stays far below. */
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
 * What may be tried on one account, from one network and from anywhere. Guessing stops here; a stranger who guesses wrong on
 * purpose does not lock its owner out, who sits in another network.
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
  // Three of a million codes are right at any time: who knows the password needs years for an even chance.
  failedFactorOfDay: { limit: 50, windowSeconds: 24 * HOUR },
} satisfies Record<string, Limit>;

/** Tries of one code that an email's link led back with. */
export const perCode = { limit: 5, windowSeconds: 5 * MINUTE } satisfies Limit;

/**
 * Wrong codes from everybody together: whoever tries many accounts from many addresses ends here. Links are not refused for it,
 * because nobody guesses them.
 */
export const globally = { failedVerify: { limit: 1000, windowSeconds: HOUR } } satisfies Record<string, Limit>;
