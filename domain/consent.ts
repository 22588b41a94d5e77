/** The ways in which someone agreed that need no words of one's own. */
export const CONSENT_CHANNELS = ["On the phone", "By email", "By text message", "In person"];

const AGREED = "Agreed to calls and messages";
/** `private.apply_changes` writes it before how they agreed. */
const GIVEN = `${AGREED}, given `;

/** What a lead agreed to, as people read it. Own words are quoted, because they don't continue the sentence. */
export function consentText(stored: string | null): string {
  if (stored === null) return "Asked to be contacted through a form";
  if (!stored.startsWith(GIVEN)) return stored;
  const how = stored.slice(GIVEN.length);
  return CONSENT_CHANNELS.some((way) => way.toLowerCase() === how) ? stored : `${AGREED}: “${how}”`;
}
