import { numberLocale, type Region } from "./format-locale.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** Cached, because creating one takes longer than using it a hundred times. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** '1,240' */
export const formatCount = (count: number, { locale }: Region = {}): string =>
  formatOf(numberLocale(locale), { style: "decimal", maximumFractionDigits: 3 }).format(count);

/** '1.5', '2' or '1.25': a quantity, which has at most two decimals. */
export const formatQuantity = (quantity: number, { locale }: Region = {}): string =>
  formatOf(numberLocale(locale), { style: "decimal", maximumFractionDigits: 2 }).format(quantity);

/** '4.10' with two places */
export const formatDecimal = (value: number, places: number, { locale }: Region = {}): string =>
  formatOf(numberLocale(locale), {
    style: "decimal",
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value);

/** 0.42 is '42%', and with `places` 1 it is '42.0%'. */
export const formatPercent = (share: number, places = 0, { locale }: Region = {}): string =>
  formatOf(numberLocale(locale), {
    style: "percent",
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(share);

/**
 * A share as screens show it: '42%', and below ten percent with one decimal: '4.2%'. Shares that would look like none are '<0.1%', and
 * without a whole it is '–'.
 */
export function formatShare(part: number, whole = 1, region: Region = {}): string {
  if (!(whole > 0)) return "–";
  const share = part / whole;
  if (share > 0 && share < 0.0005) return `<${formatPercent(0.001, 1, region)}`;
  return formatPercent(share, share > 0 && share < 0.0995 ? 1 : 0, region);
}

/** A share in a column of a table: always one decimal, so that the digits line up. */
export function formatTableShare(part: number, whole = 1, region: Region = {}): string {
  const share = part / whole;
  const isExact = whole > 0 && (share === 0 || share >= 0.0005);
  return isExact ? formatPercent(share, 1, region) : formatShare(part, whole, region);
}

/** '12 kB', '2.4 MB': the size of a file, in units of 1,024. */
export function formatFileSize(bytes: number, region: Region = {}): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${formatCount(kilobytes, region)} kB`;
  return `${formatCount(Math.round((bytes / 1024 / 1024) * 10) / 10, region)} MB`;
}
