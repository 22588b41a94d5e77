import { invalidEmailText, maxLengths, requiredFieldText } from "../../../../domain/submission-rules.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";
import { z } from "../schema.ts";

/** What a database can store and a header can carry: no NUL, no halves of characters, no spaces around. */
function clean(value: string): string {
  return value.replaceAll("\0", "").toWellFormed().trim();
}

const written = z.union([z.string(), z.number().transform(String)], { error: "Write text here." }).transform(clean);
const oneLine = written.transform((value) => value.replace(/\s+/g, " "));
const bounded = (maxLength: number) =>
  z.string().max(maxLength, { error: `At most ${maxLength.toLocaleString("en-US")} characters.` });

/** An answer that has to be there. */
export const required = (maxLength: number) =>
  oneLine.default("").pipe(bounded(maxLength).min(1, { error: requiredFieldText }));
export const requiredText = written.default("").pipe(bounded(maxLengths.text).min(1, { error: requiredFieldText }));
export const requiredEmail = required(maxLengths.email).pipe(z.email({ error: invalidEmailText }));

/** An answer that may be missing: null then. */
export const optional = (maxLength: number) =>
  oneLine
    .nullish()
    .transform((value) => value || null)
    .pipe(bounded(maxLength).nullable());
export const optionalText = written
  .nullish()
  .transform((value) => value || null)
  .pipe(bounded(maxLengths.text).nullable());

/** What the browser tells about the visit: cut to what fits, and never a reason to refuse a person's words. */
export const trimmedText = (maxLength: number) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === "string" ? clean(truncateText(value, maxLength)).replace(/\s+/g, " ") || null : null,
    );

export const trafficKind = z
  .enum(["paid_ads", "organic", "referral", "direct"])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Made up by the form, so that sending twice stores once. */
export const submissionId = z
  .guid()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** The two traps for programs. Who sends neither is not taken for one. */
export const honeypotFields = { topic: z.unknown().optional(), elapsed_ms: z.unknown().optional() };
