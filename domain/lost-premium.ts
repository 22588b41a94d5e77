import { formatNames } from "./format-list.ts";

/** What accounts with Premium only through a person lose with them; empty without any. */
export function lostPremium(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${formatNames([...names])} ${names.length === 1 ? "loses" : "lose"} Premium right away, because it comes from them.`;
}
