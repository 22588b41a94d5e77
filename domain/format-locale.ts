/** Where the reader of a text is: a locale such as 'de-DE', and an IANA time zone. The default is the viewer's. */
export type Region = { locale?: string | undefined; timeZone?: string | undefined };

const FALLBACK = "en-US";

/** The region of texts that are written once for all readers, such as the site. */
export const unitedStates: Region = { locale: "en-US" };

let viewer = FALLBACK;

/**
 * Sets the viewer's locale. The browser calls it before it renders. A server never does: many readers share it, so it
 * formats for the United States unless a caller names a region.
 */
export function setViewerLocale(tag: string): void {
  viewer = tag;
}

/** Numbers and money: exactly as the reader's locale writes them, with the digits 0 to 9. */
export const numberLocale = cached((tag) => `${readable(tag).baseName}-u-nu-latn`);

/**
 * Dates and times: the words are English, like all words of the product. Order, punctuation and the 12 or 24 hours are
 * the region's. 'de-DE' is '12 Nov 2026' and '15:41', 'en-US' is 'Nov 12, 2026' and '3:41 PM'.
 */
export const dateLocale = cached((tag) => {
  const locale = readable(tag);
  const baseName = locale.baseName;
  const region = regionOf(locale);
  const { hourCycle } = new Intl.DateTimeFormat(baseName, { hour: "numeric" }).resolvedOptions();
  return `${englishOf(baseName, region)}-u-ca-gregory-nu-latn-hc-${hourCycle}`;
});

/** The reader's region, such as 'DE'. */
export const regionCode = cached((tag) => regionOf(readable(tag)));

const regionOf = (locale: Intl.Locale) => locale.maximize().region ?? "US";

/** English as this region writes dates, or the closest English if the runtime knows none for it. */
function englishOf(tag: string, region: string): string {
  const english = `en-${region}`;
  if (new Intl.DateTimeFormat(english).resolvedOptions().locale === english) return english;
  const order = new Intl.DateTimeFormat(tag, { day: "numeric", month: "long" }).formatToParts(0);
  const place = (type: string) => order.findIndex((part) => part.type === type);
  return place("day") < place("month") ? "en-GB" : FALLBACK;
}

/** Some browsers report tags that no formatter takes, such as 'en-US@posix'. */
function readable(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch {
    return new Intl.Locale(FALLBACK);
  }
}

function cached(find: (tag: string) => string): (tag?: string) => string {
  const found = new Map<string, string>();
  return (tag = viewer) => {
    const known = found.get(tag) ?? find(tag);
    found.set(tag, known);
    return known;
  };
}
