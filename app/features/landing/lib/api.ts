import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { type LandingDraft, stripUnstorable } from "./landing-draft.ts";

type Row = Database["public"]["Functions"]["list_landing_pages"]["Returns"][number];
/** A page with its figures for 30 days. The conversion is null instead of zero when there are no visitors. */
export type PageListItem = Omit<
  Row,
  "domain" | "domain_state" | "conversion" | "published_at" | "request_state" | "requested_at" | "request_note"
> & {
  domain: string | null;
  domain_state: Row["domain_state"] | null;
  conversion: number | null;
  published_at: string | null;
  /** The last request of a client to publish it. */
  request_state: Row["request_state"] | null;
  requested_at: string | null;
  request_note: string | null;
};

/** The database returns no more pages than this. */
export const MAX_PAGES = 1000;

/** The landing pages of the account that one works in, or for admins of every account. Waiting ones first, then last changed. */
export const pagesQuery = (isEverywhere = false) =>
  queryOptions({
    queryKey: queryKeys.landingPagesOf(isEverywhere ? "all" : "own"),
    queryFn: async () => {
      const pages: PageListItem[] = await rpc("list_landing_pages", { p_everywhere: isEverywhere });
      return pages.map((page) => ({ ...page, conversion: page.visitors > 0 ? page.conversion : null }));
    },
    staleTime: 5_000,
  });

/** The draft as JSON, without characters that the database cannot store. */
function toPayload(draft: LandingDraft) {
  return JSON.parse(JSON.stringify(draft), (_name, value) =>
    typeof value === "string" ? stripUnstorable(value) : value,
  );
}

/** Creates a page. Idempotent for each id. Throws ServiceError, PT409 when the slug is taken. */
export async function createPage(id: string, draft: LandingDraft): Promise<void> {
  await rpc("create_landing_page", { p_id: id, p_slug: draft.slug, p_draft: toPayload(draft) });
}

/** Those of the slugs that pages of this workspace have. Other workspaces may have more of them. Throws ServiceError. */
export async function takenSlugs(slugs: readonly string[]): Promise<Set<string>> {
  const rows = await runQuery((db) => db.from("landing_drafts").select("slug").in("slug", slugs));
  return new Set(rows.map(({ slug }) => slug));
}

/** Creates an unpublished copy with this id. Throws ServiceError. */
export async function duplicatePage(pageId: string, id: string): Promise<void> {
  await rpc("duplicate_landing_page", { p_page_id: pageId, p_id: id });
}

/** Throws ServiceError, PT409 while it is published. */
export async function deletePage(pageId: string): Promise<void> {
  await rpc("delete_landing_page", { p_page_id: pageId });
}

/** Stores the draft and returns its new revision. Throws ServiceError, PT409 when someone has saved since or the slug is taken. */
export function saveDraft(pageId: string, seen: number, draft: LandingDraft): Promise<number> {
  return rpc("save_landing_draft", { p_page_id: pageId, p_seen_revision: seen, p_draft: toPayload(draft) });
}

/**
 * Publishes the draft and returns its version, or 0 when an admin has to approve it first. A version stops the running test
 * `stoppedTest`. Throws ServiceError, and then the test goes on.
 */
export function publishPage(pageId: string, seen: number, stoppedTest?: string): Promise<number> {
  return rpc("publish_landing_page", { p_page_id: pageId, p_seen_revision: seen, p_stop_test: stoppedTest });
}

/** Also stops the running test `stoppedTest`. Throws ServiceError. */
export async function unpublishPage(pageId: string, stoppedTest?: string): Promise<void> {
  await rpc("unpublish_landing_page", { p_page_id: pageId, p_stop_test: stoppedTest });
}

/**
 * Publishes the content of an earlier version and returns the number of the new version, or 0 when an admin has to approve it first.
 * A new version stops the running test `stoppedTest`. Throws ServiceError.
 */
export function rollBackPage(pageId: string, number: number, stoppedTest?: string): Promise<number> {
  return rpc("roll_back_landing_page", { p_page_id: pageId, p_number: number, p_stop_test: stoppedTest });
}
