import { runQuery } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";

export type LoadedPage = {
  id: string;
  draft: LandingDraft;
  revision: number;
  /** The revision that is live; null when none is, or it was rolled back to. */
  publishedRevision: number | null;
  updatedAt: string;
  status: "draft" | "published";
  /** The number of what is served; 0 while it was never published. */
  version: number;
  /** Its address now, which the draft may be about to change. */
  liveSlug: string;
  domain: string | null;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A page as it is written and as it is served. Null: there is none. Throws ServiceError. */
export async function loadPage(pageId: string): Promise<LoadedPage | null> {
  if (!UUID.test(pageId)) return null;
  const supabase = await getSupabase();
  const [stored, listed] = await Promise.all([
    supabase.from("landing_drafts").select("*").eq("page_id", pageId).maybeSingle(),
    supabase.rpc("list_landing_pages"),
  ]);
  if (stored.error) throw toServiceError(stored.error, "/rest/v1/landing_drafts", stored.status);
  if (listed.error) throw toServiceError(listed.error, "/rest/v1/rpc/list_landing_pages", listed.status);
  const page = listed.data.find(({ id }) => id === pageId);
  if (!stored.data || !page) return null;
  const live = page.version > 0 ? await liveSlugOf(pageId, page.version) : null;
  const { revision, published_revision, updated_at } = stored.data;
  return {
    id: pageId,
    draft: toDraft(stored.data),
    revision,
    publishedRevision: published_revision,
    updatedAt: updated_at,
    status: page.status,
    version: page.version,
    liveSlug: live ?? stored.data.slug,
    domain: page.domain_state === "live" || page.domain_state === "verified" ? page.domain : null,
  };
}

async function liveSlugOf(pageId: string, version: number): Promise<string | null> {
  const data = await runQuery((db) =>
    db.from("landing_page_versions").select("slug").eq("page_id", pageId).eq("number", version).maybeSingle(),
  );
  return data?.slug ?? null;
}
