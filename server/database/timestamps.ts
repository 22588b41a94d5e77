const SPACE = 32;

/**
 * Rewrites PostgreSQL's text form of a timestamptz into the ISO 8601 form that PostgREST sends and Safari parses.
 * `2026-11-21 02:12:52.55+00` becomes `2026-11-21T02:12:52.55+00:00`. Other text is returned unchanged.
 */
export function isoTimestamp(text: string): string {
  // Nearly all: sessions use UTC, and years have four digits.
  if (text.charCodeAt(10) === SPACE && text.endsWith("+00")) return `${text.slice(0, 10)}T${text.slice(11)}:00`;
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::?(\d\d))?)?$/.exec(text);
  if (!match) return text;
  const [, date, time, hours, minutes] = match;
  return hours ? `${date}T${time}${hours}:${minutes ?? "00"}` : `${date}T${time}`;
}
