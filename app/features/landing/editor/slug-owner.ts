import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** The title of the other page that has this address, in its draft or for its visitors; null when it is free. Throws ServiceError. */
export async function findSlugOwner(slug: string, pageId: string): Promise<string | null> {
  const supabase = await getSupabase();
  const [drafts, pages] = await Promise.all([
    supabase.from("landing_drafts").select("title").eq("slug", slug).neq("page_id", pageId).limit(1),
    supabase.from("landing_pages").select("title").eq("slug", slug).neq("id", pageId).limit(1),
  ]);
  if (drafts.error) throw toServiceError(drafts.error, "/rest/v1/landing_drafts", drafts.status);
  if (pages.error) throw toServiceError(pages.error, "/rest/v1/landing_pages", pages.status);
  return drafts.data[0]?.title ?? pages.data[0]?.title ?? null;
}
