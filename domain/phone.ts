// Characters that people put between digits, and an extension at the end.
const NUMBER = /^[+\d\s()./\-‐‑–]+(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i;
const EXTENSION = /(x|ext\.?|#).*$/i;

/**
 * The problem with a typed phone number. Null if it is valid or empty. Numbers from landing pages stay as typed.
 * Same rule as private.is_phone_number in the database.
 */
export function phoneProblem(typed: string): string | null {
  if (!typed.trim()) return null;
  const digits = typed.replace(EXTENSION, "").replace(/\D/g, "").length;
  if (NUMBER.test(typed.trim()) && digits >= 7 && digits <= 17) return null;
  return "Enter a valid phone number, such as +1 503 555 0148";
}
