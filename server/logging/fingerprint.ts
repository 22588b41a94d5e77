import { createHash } from "node:crypto";

/** The parts of a message that differ each time: ids, hashes, quoted words, addresses, numbers. */
const VARIABLE = /\S+@\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b|"[^"]*"|'[^']*'|“[^”]*”|\d+/gi;

/**
 * The same ten characters for the same fault, whoever met it. It stays the same over restarts and on every host, so that a log
 * can be grouped by it.
 */
export function fingerprintOf(event: string, details: Record<string, unknown>): string {
  const told = String(details["error"] ?? details["message"] ?? "");
  const [message = "", ...frames] = told.split("\n");
  const place = frames.find((frame) => frame.includes("/server/") || frame.includes("/supabase/")) ?? "";
  const file = /((?:server|supabase)\/[\w./-]+)/.exec(place)?.[1] ?? "";
  return createHash("sha256")
    .update(`${event}\n${message.replace(VARIABLE, "?")}\n${file}`)
    .digest("hex")
    .slice(0, 10);
}
