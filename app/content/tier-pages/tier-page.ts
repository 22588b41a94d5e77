import type { FaqGroup } from "../faq.ts";
import type { FitGroup } from "../fit.ts";

/** A card of a feature section: what it does, in bullets. Its drawing belongs to the page. */
export type FeatureCard = { title: string; points: readonly string[] };

/** The words of a tier page (spec §2, Tier pages). */
export type TierPageText = {
  path: string;
  name: string;
  /** Title and description of the page as search results show them. */
  title: string;
  description: string;
  headline: string;
  lead: string;
  /** The price note of the hero: the pricing table's figures. */
  terms: readonly { label: string; figure: string }[];
  features: { headline: string; text: string };
  demoHeadline: string;
  process: { headline: string; text: string };
  fit: FitGroup;
  faq: FaqGroup;
  closing: { headline: string; text: string };
};

/** Base, Pro, Enterprise and Ads have three cards each (spec §2). */
export type CardPageText = TierPageText & { cards: readonly [FeatureCard, FeatureCard, FeatureCard] };
