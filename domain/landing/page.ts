/** A landing page as the database has it (spec §3): what is served, a draft, or what an editor has in hand. */
export type LandingPage = {
  id: string;
  slug: string;
  /** 0 for a draft. */
  version: number;
  title: string;
  description: string | null;
  content: string;
  theme: string;
  custom_css: string | null;
  custom_js: string | null;
};

/** What a served page has besides. */
export type ServedPage = LandingPage & { custom_domain: string | null };
