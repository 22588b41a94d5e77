import * as z from "~/shared/schema.ts";
import { formatCount } from "../../../../domain/format-count.ts";

/** Optional text. */
export const optionalText = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** Required text. */
export const requiredText = (maxLength: number, empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** An email address, in lower case. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Enter an email address"),
    z.maxLength(320, "Use at most 320 characters"),
    z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "Enter a valid email address"),
  );

/** A whole number in a text field, between two bounds. */
export const wholeNumber = (from: number, to: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (value) => /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `Enter a whole number from ${formatCount(from)} to ${formatCount(to)}`,
    ),
  );
