import { formatAlternatives, formatNames } from "../../../../domain/format-list.ts";
import type { OfferedType } from "./api.ts";

/** Who has the call, in words. In the calendar of `asked`, a colleague, someone may choose a type that others take. */
export function hostsText(
  { assignment, hosts }: Pick<OfferedType, "assignment" | "hosts">,
  asked?: { id: string; name: string } | null,
): string {
  const listed = hosts.map(({ name }) => name);
  const names =
    assignment === "pool"
      ? hosts.length > 3
        ? `one of ${hosts.length} people`
        : formatAlternatives(listed)
      : formatNames(listed);
  return asked && !hosts.some(({ id }) => id === asked.id) ? `${names}, not ${asked.name}` : names;
}
