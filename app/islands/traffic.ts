import { trafficType } from "../../domain/traffic-type.ts";

/** Spec §3: these names are read by others too. */
const LATEST_TOUCH = "traffic_data";
const FIRST_TOUCH = "traffic_first_touch";
const SESSION = "session_id";

/**
 * Notes how the visitor came (spec §3 Traffic data, §4). A landing is a campaign link, a visit from another site, or a new
 * session that does not continue one of ours; going on from page to page changes nothing.
 */
export function recordTraffic(): void {
  try {
    const utm = (name: string) => new URLSearchParams(location.search).get(`utm_${name}`) || null;
    const stored = localStorage.getItem(LATEST_TOUCH);
    const session = sessionStorage.getItem(SESSION);
    const ours = document.referrer.startsWith(`${location.origin}/`);
    const landed = !stored || utm("source") || (!ours && (document.referrer || !session));
    if (stored && !landed) {
      // A link opened in a new tab belongs to the same visit.
      sessionStorage.setItem(SESSION, session || JSON.parse(stored).session_id);
      return;
    }
    const id = session || Date.now().toString(36) + Math.random().toString(36).slice(2);
    const touch = JSON.stringify({
      utm_source: utm("source"),
      utm_medium: utm("medium"),
      utm_campaign: utm("campaign"),
      utm_term: utm("term"),
      utm_content: utm("content"),
      referrer_url: (!ours && document.referrer) || null,
      landing_page: location.pathname,
      traffic_type: trafficType(utm("source"), document.referrer, location.host),
      session_id: id,
    });
    sessionStorage.setItem(SESSION, id);
    localStorage.setItem(LATEST_TOUCH, touch);
    if (!localStorage.getItem(FIRST_TOUCH)) localStorage.setItem(FIRST_TOUCH, touch);
  } catch {
    // Storage is refused: then nothing is known about the visit, and nothing is missed by the visitor.
  }
}
