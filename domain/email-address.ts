/** Neither an address nor a domain has these, nor symbols such as emoji. */
const NO_PART = String.raw`\s\u007f-\u00a0\u1680\u180e\u2000-\u2bff\u3000\ufe00-\ufe0f\ufeff\u{1f000}-\u{1faff}@,;:<>()"\\`;
const EMAIL = new RegExp(`^[^${NO_PART}]+@[^${NO_PART}./]+(\\.[^${NO_PART}./]+)+$`, "u");
const MAX_LENGTH = 320;

/**
 * Whether a trimmed text is an email address: its domain has a dot, and no part has spaces or emoji. Same rule as private.is_email in the
 * database.
 */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text) && [...text].length <= MAX_LENGTH;

/** The problem with a typed email address. Null if it is valid or empty. */
export function emailProblem(typed: string): string | null {
  const text = typed.trim();
  return text === "" || isEmailAddress(text) ? null : "Enter a valid email address";
}
