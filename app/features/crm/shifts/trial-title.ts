/** The most leads that `simulate_routing` tries. */
const MOST = 200;

/** What the trial counts. Leads that were imported or added by hand never wrote, so no rule is for them. */
export function trialTitle(leads: number): string {
  if (leads >= MOST) return `The last ${leads} leads that came in through forms`;
  return `${leads} ${leads === 1 ? "lead" : "leads"} that came in through forms`;
}
