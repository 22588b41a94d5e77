export type TrafficType = "paid_ads" | "organic" | "referral" | "direct";

const NAMES: Record<TrafficType, string> = {
  paid_ads: "Paid ads",
  organic: "Organic search",
  referral: "Referral",
  direct: "Direct",
};

/** 'Paid ads'. What other sites sent as a traffic type stays as it is. */
export const trafficText = (type: string): string => NAMES[type as TrafficType] ?? type;

/** A search engine is the name before a host's ending: www.google.co.uk, but not google.example.com. */
const SEARCH_ENGINE = /(^|\.)(google|bing|yahoo|duckduckgo|ecosia)(\.[a-z]{2,3}){1,2}$/;

/**
 * A visitor's traffic type (spec §4): a utm source means ads, a search engine's referrer means search, any other
 * referrer means another site. Our own pages and invalid addresses do not count as referrers.
 */
export function trafficType(utmSource: string | null, referrer: string, ownHost: string): TrafficType {
  if (utmSource) return "paid_ads";
  const host = hostOf(referrer);
  if (!host || host === ownHost) return "direct";
  return SEARCH_ENGINE.test(host) ? "organic" : "referral";
}

function hostOf(referrer: string): string {
  try {
    return new URL(referrer).host;
  } catch {
    return "";
  }
}
