import { formatDollars } from "../../../domain/money.ts";
import { brand } from "../brand.ts";
import { type Tier, tiers } from "../tiers.ts";

/** The parts of a tier page that come from the pricing table: path, name, headline, title and the hero's price note. */
export function describeTier(id: Tier["id"]) {
  const tier = tiers.find((candidate) => candidate.id === id);
  if (!tier) throw new Error(`No tier is called ${id}`);
  const dollars = (cents: number) => formatDollars(cents / 100);
  return {
    path: tier.href,
    name: tier.name,
    headline: tier.headline,
    title: `${tier.name}: ${tier.headline} | ${brand.name}`,
    terms: [
      { label: "Setup", figure: dollars(tier.price.setupCents) },
      { label: "Monthly", figure: dollars(tier.price.monthlyCents) },
      { label: "For offers of", figure: tier.offers },
    ],
  };
}
