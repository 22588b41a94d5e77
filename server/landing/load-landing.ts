import type { PreviewedPage, ServedPage } from "../../domain/landing/page.ts";
import type { Json } from "../../supabase/database.types.ts";
import type { Backend } from "../backend/backend.ts";

/** Everything that can be served at one moment. */
export type LandingIndex = {
  stamp: number;
  /** Published page ids by slug, and by verified domain. */
  bySlug: Map<string, string>;
  byDomain: Map<string, string>;
  /** Every added domain, verified or not. The product shows none of its own pages on them. */
  domains: Set<string>;
};

export type LandingSource = {
  stamp: () => Promise<number>;
  index: () => Promise<LandingIndex>;
  page: (id: string) => Promise<ServedPage | null>;
  preview: (token: string) => Promise<PreviewedPage | null>;
  record: (views: unknown) => Promise<void>;
  recordVisits: (visits: unknown) => Promise<void>;
};

type IndexRow = { stamp: number; pages: { id: string; slug: string; domain: string | null }[]; domains: string[] };
type QueryResult = { data: unknown; error: { message: string } | null };

/** Reads landing pages from the database. Every method throws if the database does not answer. */
export function createLandingSource(service: Backend["service"]): LandingSource {
  const unwrap = async <Row>(answer: PromiseLike<QueryResult>): Promise<Row> => {
    const { data, error } = await answer;
    if (error) throw new Error(error.message);
    return data as Row;
  };
  return {
    stamp: () => unwrap<number>(service.rpc("landing_cache_version")),
    index: async () => {
      const { stamp, pages, domains } = await unwrap<IndexRow>(service.rpc("landing_index"));
      const byDomain = pages.flatMap(({ domain, id }) => (domain ? [[domain, id] as const] : []));
      return {
        stamp,
        bySlug: new Map(pages.map(({ slug, id }) => [slug, id])),
        byDomain: new Map(byDomain),
        domains: new Set([...domains, ...byDomain.map(([domain]) => domain)]),
      };
    },
    page: (id) => unwrap<ServedPage | null>(service.rpc("landing_page_to_serve", { p_id: id })),
    preview: (token) => unwrap<PreviewedPage | null>(service.rpc("landing_preview_to_serve", { p_token: token })),
    record: (views) => unwrap<void>(service.rpc("record_landing_views", { p_views: views as Json })),
    recordVisits: (visits) => unwrap<void>(service.rpc("record_landing_visits", { p_visits: visits as Json })),
  };
}
