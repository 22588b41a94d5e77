/** Longer user agents are cut, because they are only compared. */
export const MAX_USER_AGENT_LENGTH = 500;
/** How much of a user agent's hash (SHA-256, base64url) names a browser. */
export const BROWSER_KEY_LENGTH = 16;

/** A visitor as the database counts them and as tests assign them: the address in its rate-limit form, and the browser. */
export function visitorOf(address: string, browser: string): string {
  return `${address}\n${browser}`;
}
