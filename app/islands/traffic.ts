import { trafficType } from "../../domain/traffic-type.ts";
import { safeLocalStorage, safeSessionStorage } from "../shared/safe-storage.ts";

/** Spec §3: other code reads these names too. */
const LATEST_TOUCH = "traffic_data";
const FIRST_TOUCH = "traffic_first_touch";
const SESSION = "session_id";

/**
 * Records how the visitor arrived (spec §3 Traffic data, §4). A landing is a campaign link, a visit from another site, or a new
 * session that does not continue one of ours. Navigation between our pages changes nothing.
 */
export function recordTraffic(): void {
  const query = new URLSearchParams(location.search);
  const touch: Record<string, string | null> = {};
  for (const name of ["source", "medium", "campaign", "term", "content"])
    touch[`utm_${name}`] = query.get(`utm_${name}`) || null;
  const { utm_source: source = null } = touch;
  const { referrer } = document;
  const stored = safeLocalStorage.readJson(LATEST_TOUCH) as { session_id?: string } | null;
  const session = safeSessionStorage.read(SESSION);
  const ours = referrer.startsWith(`${location.origin}/`);
  const landed = !stored || source || (!ours && (referrer || !session));
  if (stored && !landed) {
    // A link opened in a new tab belongs to the same visit.
    safeSessionStorage.write(SESSION, session || String(stored.session_id));
    return;
  }
  const id = session || Date.now().toString(36) + Math.random().toString(36).slice(2);
  touch.referrer_url = (!ours && referrer) || null;
  touch.landing_page = location.pathname;
  touch.traffic_type = trafficType(source, referrer, location.host);
  touch.session_id = id;
  const text = JSON.stringify(touch);
  safeSessionStorage.write(SESSION, id);
  safeLocalStorage.write(LATEST_TOUCH, text);
  if (!safeLocalStorage.read(FIRST_TOUCH)) safeLocalStorage.write(FIRST_TOUCH, text);
}
