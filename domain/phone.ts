// What people put between digits, and an extension at the end.
const NUMBER = /^[+\d\s()./\-‐‑–]+(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i;
const EXTENSION = /(x|ext\.?|#).*$/i;

/**
 * What is wrong with a telephone number that somebody of the team types; null when nothing is, or there is none. What people
 * write in public forms stays as they wrote it (spec §5 asks nothing of it). As private.is_phone_number in the database.
 */
export function phoneProblem(typed: string): string | null {
  if (!typed.trim()) return null;
  const digits = typed.replace(EXTENSION, "").replace(/\D/g, "").length;
  if (NUMBER.test(typed.trim()) && digits >= 7 && digits <= 17) return null;
  return "This is no phone number: it has 7 digits or more, such as +1 503 555 0148";
}
