import { formatAlternatives, formatNames } from "../../../../domain/format-list.ts";
import type { OfferedType } from "./api.ts";

/**
 * Whose calendar decides, in words. A time that was clicked in the calendar of `asked`, a colleague, isn't always a call with that
 * colleague.
 */
export function hostsText({ assignment, hosts }: Pick<OfferedType, "assignment" | "hosts">, asked?: string): string {
  const isPool = assignment === "pool";
  const names = isPool
    ? hosts.length > 3
      ? `one of ${hosts.length} people`
      : formatAlternatives(hosts)
    : formatNames(hosts);
  if (!asked) return names;
  if (!hosts.includes(asked)) return `${names}, not ${asked}`;
  return isPool && hosts.length > 1 ? `${names}, not necessarily ${asked}` : names;
}
