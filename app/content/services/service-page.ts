import type { FaqItem } from "../faq.ts";

/** A bar of work in the first four weeks: working days 1 to 20, both ends included. */
export type Stretch = { from: number; to: number; what: string; hot?: true };

/** The text of a service page. SAMPLE CONTENT where spec §9 does not name it. */
export type ServicePage = {
  path: string;
  name: string;
  title: string;
  description: string;
  headline: string;
  lead: string;
  /** The caption of the hero's picture. */
  caption: string;
  what: { headline: string; paragraphs: readonly string[]; not: string };
  weeks: {
    headline: string;
    text: string;
    rows: readonly { work: string; who: string; stretches: readonly Stretch[] }[];
  };
  gets: { headline: string; items: readonly { what: string; where: string; when: string }[] };
  /** How much of it each funnel includes, 0 to 4, and Advertisements beside them. */
  inTiers: {
    headline: string;
    text: string;
    rows: readonly { name: string; href: string; depth: number; text: string }[];
  };
  faqHeadline: string;
  faq: readonly FaqItem[];
  closing: { headline: string; text: string; steps: readonly { when: string; what: string }[] };
};

const hrefs = {
  Legacy: "/legacy",
  Launch: "/launch",
  Base: "/base",
  Pro: "/pro",
  Enterprise: "/enterprise",
  Advertisements: "/advertisements",
};

/** One line of `inTiers.rows`. */
export function inTier(name: keyof typeof hrefs, depth: number, text: string) {
  return { name, href: hrefs[name], depth, text };
}
