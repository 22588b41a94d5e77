import { formatCount } from "../../../../domain/format-count.ts";
import { MAX_LANGUAGE_LENGTH, readLanguage } from "../../../../domain/language.ts";
import { invalidEmailText, maxLengths, requiredFieldText } from "../../../../domain/submission-rules.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";
import { z } from "../schema.ts";

/** Makes text safe for the database and for headers: no NUL, no lone surrogates, no spaces around. */
function clean(value: string): string {
  return value.replaceAll("\0", "").toWellFormed().trim();
}

const written = z.union([z.string(), z.number().transform(String)], { error: "Enter text here." }).transform(clean);
const oneLine = written.transform((value) => value.replace(/\s+/g, " "));
const bounded = (maxLength: number) =>
  z.string().max(maxLength, { error: `At most ${formatCount(maxLength)} characters.` });

/** A required answer. */
export const required = (maxLength: number) =>
  oneLine.default("").pipe(bounded(maxLength).min(1, { error: requiredFieldText }));
export const requiredText = written.default("").pipe(bounded(maxLengths.text).min(1, { error: requiredFieldText }));
export const requiredEmail = required(maxLengths.email).pipe(z.email({ error: invalidEmailText }));

/** An optional answer. Null if it is missing. */
export const optional = (maxLength: number) =>
  oneLine
    .nullish()
    .transform((value) => value || null)
    .pipe(bounded(maxLength).nullable());
export const optionalText = written
  .nullish()
  .transform((value) => value || null)
  .pipe(bounded(maxLengths.text).nullable());

/** Browser data about the visit. It is cut to the maximum length and never causes a refusal. */
export const trimmedText = (maxLength: number) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === "string" ? clean(truncateText(value, maxLength)).replace(/\s+/g, " ") || null : null,
    );

/** The language that the visitor's browser prefers. */
export const language = trimmedText(MAX_LANGUAGE_LENGTH).transform(readLanguage);

export const trafficKind = z
  .enum(["paid_ads", "organic", "referral", "direct"])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** An id from the form, so that a repeated submission is stored once. */
export const submissionId = z
  .guid()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** The two spam traps. A sender without these fields is not treated as spam. */
export const honeypotFields = { topic: z.unknown().optional(), elapsed_ms: z.unknown().optional() };
