// Characters that people put between digits, and an extension at the end.
export const NUMBER = /^[+\d\s()./\-‐‑–]+(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i;
export const EXTENSION = /(x|ext\.?|#).*$/i;

/**
 * The problem with a typed phone number. Null if it is valid or empty. Numbers from handwritten forms of landing pages stay as typed.
 * Same rule as private.is_phone_number in the database.
 */
export function phoneProblem(typed: string): string | null {
  if (!typed.trim()) return null;
  const digits = typed.replace(EXTENSION, "").replace(/\D/g, "").length;
  if (NUMBER.test(typed.trim()) && digits >= 7 && digits <= 17) return null;
  return "Enter a valid phone number, such as +1 503 555 0148";
}

const NORTH_AMERICAN =
  /^(?:(\+?1)[\s./‐‑–-]*)?\(?([2-9]\d{2})\)?[\s./‐‑–-]*([2-9]\d{2})[\s./‐‑–-]*(\d{4})(?:\s*(?:x|ext\.?|#)\s*(\d{1,6}))?$/i;

/** The number that a link dials. North American numbers get their country. Others are dialed as typed, without the extension. */
function dialedNumber(typed: string): string {
  const [, code, area, exchange, line] = NORTH_AMERICAN.exec(typed.trim()) ?? [];
  if (area && (code || !/^\d+$/.test(typed.trim()))) return `+1${area}${exchange}${line}`;
  return typed.replace(EXTENSION, "").replace(/[^\d+]/g, "");
}

/** The address that calls a number. */
export const callLink = (typed: string): string => `tel:${dialedNumber(typed)}`;

/** The address that writes a text message to a number. */
export const textLink = (typed: string): string => `sms:${dialedNumber(typed)}`;

/**
 * A phone number as screens show it. North American numbers look alike however people typed them: '(503) 555-0148 x4' is
 * '+1 503 555 0148 ext. 4'. Others stay as typed, and so do ten digits in a row, because other countries have those too.
 */
export function formatPhone(typed: string): string {
  const [, code, area, exchange, line, extension] = NORTH_AMERICAN.exec(typed.trim()) ?? [];
  if (!area || (!code && /^\d+$/.test(typed.trim()))) return typed;
  return ["+1", area, exchange, line, extension && `ext. ${extension}`].filter(Boolean).join(" ");
}
