import * as z from "../schema.ts";

export const CODE_DIGITS = 6;

/** The digits of the input, without other characters, in the script of any keyboard. */
export function codeDigits(typed: string): string {
  return typed.slice(0, 64).normalize("NFKC").replace(/\D/g, "").slice(0, CODE_DIGITS);
}

/** A complete code. */
export const codeText = z.string().check(
  z.overwrite(codeDigits),
  z.refine((value) => value.length === CODE_DIGITS, { error: "Enter the 6-digit code from your app" }),
);

export const codeSchema = z.object({ code: codeText });
