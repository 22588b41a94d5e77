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
 * link that dials the old number helps no one. Links with words, such as Call us, stay as they are.
 */
function followPhones(text: string): string {
  return text.replace(PHONE_LINK, (whole, shown: string, dialed: string, after = "") => {
    const number = `${shown}${after}`;
    if (!PHONE.test(number.trim()) || digitsOf(number).length < 7 || dials(dialed, shown)) return whole;
    return `[${number}](tel:${dials(dialed, number) ? dialed : toDial(number, dialed)})`;
  });
}

/** A link that writes an email, with what someone typed right after it. */
const EMAIL_LINK = /\[([^\][\n]{1,254})\]\(mailto:([^\s()?]{1,254})(\?[^\s()]{0,500})?\)([\w.+@-]{0,100})/g;
const EMAIL = /^[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[\w-]{2,63}$/;

/** The same for links that write an email. Links that were there before stay: some show another address on purpose. */
function followEmails(text: string, before: string): string {
  return text.replace(EMAIL_LINK, (whole, shown: string, address: string, query = "", after = "") => {
    const link = whole.slice(0, whole.length - after.length);
    const [, typed = "", end = ""] = /^(.*?)(\.*)$/.exec(`${shown}${after}`) ?? [];
    if (before.includes(link) || !EMAIL.test(typed) || typed === address) return whole;
    return `[${typed}](mailto:${typed}${query})${end}`;
  });
}

/** Numbers and addresses in a text, outside of links. */
const ANY_PHONE = /(?<![\w@+(])\+?\(?\d[ \d().-]{5,22}\d(?![\w@])/g;
const ANY_EMAIL = /(?<![\w.+@-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[\w-]{2,63}(?![\w@-])/g;
const LINK = /\[([^\][\n]{1,254})\]\((tel|mailto):([^\s()]{1,254})\)/g;

const WAYS = [
  { scheme: "tel", isShown: (shown: string) => PHONE.test(shown) && digitsOf(shown).length >= 7, any: ANY_PHONE },
  { scheme: "mailto", isShown: (shown: string) => EMAIL.test(shown), any: ANY_EMAIL },
] as const;

/**
 * Lets the links of a text follow the numbers and addresses that they show, and gives those that were typed again their link back:
 * browsers drop a link whose words are all replaced. `before` is the text as it was when someone began to edit it.
 */
export function followContacts(text: string, before: string): string {
  let kept = followEmails(followPhones(text), before);
  for (const { scheme, isShown, any } of WAYS) {
    const linksIn = (all: string) =>
      [...all.matchAll(LINK)].flatMap(([, shown = "", way, target = ""]) =>
        way === scheme && isShown(shown.trim()) ? [{ shown: shown.trim(), target }] : [],
      );
    const old = linksIn(before);
    const left = old.length - linksIn(kept).length;
    if (left <= 0) continue;
    const lost = old.filter(({ target }) => !kept.includes(`](${scheme}:${target})`)).slice(0, left);
    // What was there before without a link stays so, also a number whose link someone removed.
    const known = new Set(withoutLinks(before).match(any));
    for (const { shown } of old) known.add(shown);
    kept = outsideLinks(kept, (part) =>
      part.replace(any, (found) => {
        if (!isShown(found) || known.has(found)) return found;
        const link = lost.shift();
        if (!link) return found;
        const to = scheme === "mailto" ? found : dials(link.target, found) ? link.target : toDial(found, link.target);
        return `[${found}](${scheme}:${to})`;
      }),
    );
  }
  return kept;
}

const ANY_LINK = /(\[[^\][\n]*\]\([^\s()]*\))/;
const withoutLinks = (text: string) =>
  outsideLinks(
    text,
    (part) => part,
    () => " ",
  );
/** Changes the parts of a text that are no links. */
const outsideLinks = (text: string, change: (part: string) => string, keep = (link: string) => link) =>
  text
    .split(ANY_LINK)
    .map((part, place) => (place % 2 ? keep(part) : change(part)))
    .join("");

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
