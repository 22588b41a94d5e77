import { truncateText } from "../truncate-text.ts";

/** The source of a landing page's visitor: the campaign's utm_source, else the referring host, else direct. */
export function landingSource(query: string, referrer: string | null | undefined, ownHost: string): string {
  if (query.includes("utm_source=")) {
    const named = new URLSearchParams(query).get("utm_source")?.replace(/\s+/g, " ").trim().toLowerCase();
    if (named) return truncateText(clean(named), 100);
  }
  if (!referrer || !URL.canParse(referrer)) return "direct";
  const { protocol, hostname, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || host === ownHost.toLowerCase()) return "direct";
  return hostname.replace(/^www\./, "").slice(0, 100) || "direct";
}

/** Removes characters that the database cannot store. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
