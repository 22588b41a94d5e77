import { truncateText } from "../../../domain/truncate-text.ts";
import { safeLocalStorage } from "../../shared/safe-storage.ts";

/** Spec §3, Traffic data, with the maximum length of each value in the table, so that a crafted link cannot cause a refusal. */
const MAX_LENGTHS = {
  utm_source: 255,
  utm_medium: 255,
  utm_campaign: 255,
  utm_term: 255,
  utm_content: 255,
  referrer_url: 2048,
  landing_page: 2048,
  traffic_type: 20,
  session_id: 100,
};

/** The visit data that traffic.ts stored; empty without storage. */
export function readTraffic(): Record<string, string | null> {
  const stored = (safeLocalStorage.readJson("traffic_data") ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(MAX_LENGTHS).map(([name, maxLength]) => [
      name,
      stored[name] ? truncateText(String(stored[name]), maxLength) : null,
    ]),
  );
}
