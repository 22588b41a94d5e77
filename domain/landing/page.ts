/** A landing page as the database has it (spec §3): what is served, a draft, or what an editor has in hand. */
export type LandingPage = {
  id: string;
  slug: string;
  /** 0 for a draft. */
  version: number;
  title: string;
  description: string | null;
  /** Whether title and description are left out when the content has an h1 of its own. */
  hide_title: boolean;
  content: string;
  theme: string;
  custom_css: string | null;
  custom_js: string | null;
};

/** What a served page has besides. */
export type ServedPage = LandingPage & { custom_domain: string | null };
