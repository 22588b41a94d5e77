/** All names that this browser knows, UTC included. */
export function listTimeZones(): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}

/** Whether a name is a zone; aliases such as 'Asia/Calcutta' are. */
export function isTimeZone(name: string): boolean {
  if (!name || /^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** '14:05' in a zone. */
export function clockIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}
