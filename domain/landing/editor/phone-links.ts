/** A link that dials, with digits that someone typed right after it. */
const PHONE_LINK = /\[([^\][\n]{1,100})\]\(tel:([^\s()]{1,40})\)([ \d().-]{0,30}\d)?/g;
const PHONE = /^\+?[\d\s().-]{7,24}$/;
const digitsOf = (text: string) => text.replace(/\D/g, "");

/**
 * Lets links that dial follow the number that they show. Whoever replaces the end of a number in place types after the link, and a
 * link that dials the old number helps nobody. Links with words, such as Call us, stay as they are.
 */
export function followPhones(text: string): string {
  return text.replace(PHONE_LINK, (whole, shown: string, dialed: string, after = "") => {
    const number = `${shown}${after}`;
    const digits = digitsOf(number);
    if (!PHONE.test(number.trim()) || digits.length < 7 || digitsOf(dialed).endsWith(digits)) return whole;
    // A number without its country keeps the country of the old one.
    const country = number.trim().startsWith("+") ? "+" : (/^\+1(?=\d{10}$)/.exec(dialed)?.[0] ?? "");
    return `[${number}](tel:${country === "+1" && digits.length !== 10 ? "" : country}${digits})`;
  });
}
