import { formatNames } from "./format-list.ts";

/** What happens to the meeting types whose only host leaves; empty without one. */
export const unhostedTypes = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : `Until ${names.length === 1 ? "it has" : "they have"} another host, no one can book ${formatNames([...names])}.`;
