import type { FaqGroup } from "../faq.ts";
import type { FitGroup } from "../fit.ts";

/** A card of a feature section with its bullets. The page passes its drawing. */
export type FeatureCard = { title: string; points: readonly string[] };

/** The text of a tier page (spec §2, Tier pages). */
export type TierPageText = {
  path: string;
  name: string;
  /** The page's title and description in search results. */
  title: string;
  description: string;
  headline: string;
  lead: string;
  /** The price note of the hero: the figures of the pricing table. */
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
