import type { LandingBrand } from "./brand.ts";

/** A landing page as in the database (spec §3): published, a draft, or an editor's current state. */
export type LandingPage = {
  id: string;
  slug: string;
  /** 0 for a draft. */
  version: number;
  title: string;
  description: string | null;
  /** Whether title and description are left out if the content has its own h1. */
  hide_title: boolean;
  content: string;
  theme: string;
  custom_css: string | null;
  custom_js: string | null;
};

/** A draft behind a preview link. */
export type PreviewedPage = LandingPage & { brand: LandingBrand | null };

/** A served page, its account's brand, its domain, and its running test with all variants. */
export type ServedPage = PreviewedPage & {
  custom_domain: string | null;
  /** The name of its account in addresses. */
  account: string;
  test?: {
    id: string;
    seed: string;
    only_source: string | null;
    /** The agency's zone, in which the days of the test begin. */
    zone: string;
    variants: (Omit<LandingPage, "id" | "slug"> & { weight: number })[];
  } | null;
};
