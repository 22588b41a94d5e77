import { afterEach, expect, test } from "vitest";
import {
  formatCount,
  formatDecimal,
  formatFileSize,
  formatPercent,
  formatShare,
  formatTableShare,
} from "./format-count.ts";
import { setViewerLocale } from "./format-locale.ts";
import { formatCompactMoney, formatMoney, formatWholeMoney } from "./money.ts";

afterEach(() => setViewerLocale("en-US"));

test.each([
  ["en-US", "1,240", "4.5", "42%", "8.3%", "$1,085.05", "€5,000", "¥20,001"],
  ["en-GB", "1,240", "4.5", "42%", "8.3%", "US$1,085.05", "€5,000", "JP¥20,001"],
  ["de-DE", "1.240", "4,5", "42 %", "8,3 %", "1.085,05 $", "5.000 €", "20.001 ¥"],
  ["ja-JP", "1,240", "4.5", "42%", "8.3%", "$1,085.05", "€5,000", "¥20,001"],
  ["ar-EG", "1,240", "4.5", "42%", "8.3%", "1,085.05 US$", "5,000 €", "20,001 JP¥"],
])("In %s", (locale, ...texts) => {
  setViewerLocale(locale);
  const plain = (text: string) =>
    text
      .replaceAll(/[\u00a0\u202f]/g, " ")
      .replaceAll(/[\u200e\u200f\u061c]/g, "")
      .replace("￥", "¥");
  expect(
    [
      formatCount(1240),
      formatDecimal(4.5, 1),
      formatPercent(0.42),
      formatPercent(0.083, 1),
      formatMoney({ amount: 108_505, currency: "usd" }),
      formatCompactMoney({ amount: 500_000, currency: "eur" }),
      formatWholeMoney({ amount: 20_001, currency: "jpy" }),
    ].map(plain),
  ).toEqual(texts);
});

test.each([
  [0, 12, "0%"],
  [1, 5000, "<0.1%"],
  [1, 2000, "0.1%"],
  [30, 1000, "3.0%"],
  [994, 10_000, "9.9%"],
  [995, 10_000, "10%"],
  [421, 1000, "42%"],
  [9, 9, "100%"],
  [0, 0, "–"],
])("%i of %i is %s", (part, whole, text) => {
  expect(formatShare(part, whole, { locale: "en-US" })).toBe(text);
});

test.each([
  [3, "1 kB"],
  [12_400, "12 kB"],
  [1024 * 999, "999 kB"],
  [2_500_000, "2.4 MB"],
  [25 * 1024 * 1024, "25 MB"],
])("%i bytes are shown as %s", (bytes, text) => {
  expect(formatFileSize(bytes, { locale: "en-US" })).toBe(text);
});

test("shares in a table have one decimal each, and none looks like another", () => {
  const column = [0, 0.0001, 0.006, 0.03, 0.42, 1].map((share) => formatTableShare(share, 1, { locale: "en-US" }));
  expect(column).toEqual(["0.0%", "<0.1%", "0.6%", "3.0%", "42.0%", "100.0%"]);
  expect(formatTableShare(1, 0)).toBe("–");
});
