export type SampleLead = {
  name: string;
  source: string;
  status: string;
  service: string;
  arrived: Date;
  /** In whole dollars, because the sample page shows no cents. */
  value: number;
};
export type SampleCampaign = { name: string; channel: string; status: string; spend: number; leads: number };
export type SampleWeek = { start: Date; leads: number; booked: number; showed: number; spend: number };

const NAMES =
  "Alicia Moreno|Jade Whitcombe|Rosa Feldman|Kim Sandoval|Brielle Chan|Tess Okoro|Mona Lichter|Dara Quinn|Elena Castro|Hazel Brooks|Petra Lindgren|Oscar Haynes|Miles Barrett|Irene Dalton|Nadia Farouk|Fabian Reyes|Greta Solberg|Tomás Rivera|Ruth Adeyemi|Caleb Stone".split(
    "|",
  );
const SOURCES = ["Instagram", "Landing page", "Referral", "Facebook Ads", "Google Ads"];
/** In funnel order. These are the board's columns. */
export const STATUSES = ["New", "Contacted", "Booked", "Showed", "No-show"];
const SERVICES: [RegExp, string[]][] = [
  [/dental/i, ["Whitening", "Invisalign consult", "Implant consult", "Checkup", "Veneers"]],
  [/coach/i, ["Discovery call", "12-week program", "Group coaching", "Strategy day"]],
  [/physio/i, ["First assessment", "Sports massage", "Back pain plan", "Post-op rehab"]],
  [/skin|spa/i, ["Botox consult", "Laser package", "Hydrafacial", "Microneedling"]],
  [/barber/i, ["Skin fade", "Beard trim", "Haircut and shave", "Membership"]],
  [/tutor/i, ["Math, grade 9", "Reading plan", "Exam prep", "Trial lesson"]],
  [/yoga|fitness/i, ["Intro month", "Personal training", "Class pack", "Trial week"]],
  [/./, ["Consultation", "Starter package", "Full package", "Follow-up"]],
];
const DAY_MS = 86_400_000;

/** Numbers that look random but are always the same for a page. Each is below `limit`. */
type Random = (limit: number) => number;

/** A page's own random sequence (mulberry32), seeded with its id. */
export function createRandom(pageId: string): Random {
  let state = Number.parseInt(pageId.slice(0, 8), 16);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Leads of the days before `now`, newest first. A page has no reader's zone, so they have days and no times. */
export function sampleLeads(business: string, draw: Random, now: Date): SampleLead[] {
  const services = SERVICES.find(([kind]) => kind.test(business))?.[1] ?? [];
  const first = draw(NAMES.length);
  return Array.from({ length: 14 }, (_, at) => ({
    name: pick(NAMES, first + at),
    source: pick(SOURCES, draw(SOURCES.length)),
    // The newest lead is still new. Older leads have moved on.
    status: at === 0 ? "New" : pick(STATUSES, 1 + draw(STATUSES.length - 1)),
    service: pick(services, draw(services.length)),
    arrived: new Date(now.getTime() - (1 + Math.floor(at * 0.3 + draw(5) / 50)) * DAY_MS),
    value: (draw(22) + 4) * 45,
  }));
}

export function sampleCampaigns(draw: Random): SampleCampaign[] {
  const campaigns = ["Fall offer", "Before and after", "First visit", "Local reach", "Retargeting", "Reviews reel"];
  return campaigns.map((name, at) => ({
    name,
    channel: pick(["Instagram", "Facebook Ads", "Google Ads"], draw(3)),
    status: at < 4 ? "Running" : "Paused",
    spend: (draw(30) + 8) * 40,
    leads: draw(70) + 12,
  }));
}

/** Eight whole weeks, newest first. */
export function sampleWeeks(draw: Random, now: Date): SampleWeek[] {
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: 8 }, (_, at) => {
    const leads = draw(30) + 34;
    const booked = Math.round(leads * (0.4 + draw(20) / 100));
    const showed = Math.round(booked * (0.7 + draw(20) / 100));
    return { start: new Date(monday - (at + 1) * 7 * DAY_MS), leads, booked, showed, spend: leads * (draw(9) + 14) };
  });
}

function pick<Item>(list: readonly Item[], at: number): Item {
  return list[at % list.length] as Item;
}
