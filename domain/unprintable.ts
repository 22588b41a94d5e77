/**
 * What the PDF of an invoice leaves out: letters of other scripts than Latin, Greek and Cyrillic, and emoji. Its fonts have no shapes for
 * these (supabase/functions/_shared/invoices/printable.ts).
 */
const LEFT_OUT =
  /(?:(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])\p{L}\p{M}*|\p{Emoji_Presentation}[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]*)+/gu;

/** The parts of these texts that invoices leave out, each once. */
export function unprintable(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.normalize("NFKC").match(LEFT_OUT) ?? []))];
}
