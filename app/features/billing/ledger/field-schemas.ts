import * as z from "~/shared/schema.ts";

export const PAYMENT_METHODS = ["Bank transfer", "Cash", "Check", "Card terminal", "Other"] as const;

/** Required words, up to 1,000 characters. */
export const requiredText = (empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(1000, "Use at most 1,000 characters"));

/** A day of the calendar that has come. */
export const pastDay = (today: string) =>
  z.string().check(
    z.minLength(1, "Choose a day"),
    z.refine((day) => day <= today, "This day is in the future"),
  );
