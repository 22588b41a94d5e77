/** A link that dials, with digits that someone typed right after it. */
const PHONE_LINK = /\[([^\][\n]{1,100})\]\(tel:([^\s()]{1,40})\)([ \d().-]{0,30}\d)?/g;
const PHONE = /^\+?[\d\s().-]{7,24}$/;
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** The country calling codes of the world, of which none begins another (ITU-T E.164), and the rest of a number. */
const WITH_COUNTRY = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;
/** What callers inside the country dial first. It is not part of the number with its country. */
const TRUNK: Record<string, RegExp> = { 1: /^1(?=\d{10}$)/, 7: /^8(?=\d{10}$)/ };

/**
 * Lets links that dial follow the number that they show. Whoever replaces the end of a number in place types after the link, and a
 * link that dials the old number helps nobody. Links with words, such as Call us, stay as they are.
 */
export function followPhones(text: string): string {
  return text.replace(PHONE_LINK, (whole, shown: string, dialed: string, after = "") => {
    const number = `${shown}${after}`;
    if (!PHONE.test(number.trim()) || digitsOf(number).length < 7 || dials(dialed, shown)) return whole;
    return `[${number}](tel:${dials(dialed, number) ? dialed : toDial(number, dialed)})`;
  });
}

/** Whether the link dials the number. Callers inside a country dial zeros first that the number with its country does not have. */
function dials(dialed: string, number: string): boolean {
  const digits = digitsOf(number).replace(/^0+/, "");
  return digits.length >= 6 && digitsOf(dialed).endsWith(digits);
}

/** The number to dial. One without a country keeps the country of the old one, and a short one its area too. */
function toDial(number: string, old: string): string {
  const digits = digitsOf(number);
  if (number.trim().startsWith("+")) return `+${digits}`;
  const [, country, rest = ""] = WITH_COUNTRY.exec(old.replace(/[^+\d]/g, "")) ?? [];
  if (!country) return digits;
  // Italy's numbers keep their zero.
  const national = rest.startsWith("0") ? digits : digits.replace(TRUNK[country] ?? /^0/, "");
  const area = national === digits ? rest.slice(0, Math.max(0, rest.length - digits.length)) : "";
  return `+${country}${area}${national}`;
}
