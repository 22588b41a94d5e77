import { formatLongDay } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** One common locale of each region. */
const LOCALES = [
  ...[
    "en-AU",
    "de-AT",
    "nl-BE",
    "pt-BR",
    "en-CA",
    "cs-CZ",
    "da-DK",
    "fi-FI",
    "fr-FR",
    "de-DE",
    "el-GR",
    "en-HK",
    "en-IN",
  ],
  ...[
    "en-IE",
    "en-IL",
    "it-IT",
    "ja-JP",
    "es-MX",
    "nl-NL",
    "en-NZ",
    "nb-NO",
    "en-PH",
    "pl-PL",
    "pt-PT",
    "en-SG",
    "en-ZA",
  ],
  ...["ko-KR", "es-ES", "sv-SE", "de-CH", "en-AE", "en-GB", "en-US"],
];

const names = new Intl.DisplayNames("en", { type: "region" });
const nameOf = (locale: string) => names.of(locale.slice(-2)) ?? locale;

/** The regions by name, including the stored one. */
export const listRegions = (stored: string): { locale: string; name: string }[] =>
  [...new Set([stored, ...LOCALES])]
    .map((locale) => ({ locale, name: nameOf(locale) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));

/** 'November 24, 2026 and $1,234.50': how emails and PDF files of this region write. */
export const regionExample = (locale: string, currency: string): string =>
  `${formatLongDay(new Date(), { locale })} and ${formatMoney({ amount: 123_450, currency }, { locale })}`;
