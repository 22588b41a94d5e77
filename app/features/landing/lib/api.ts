import { rpc } from "~/shared/api.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { type LandingDraft, stripUnstorable } from "./landing-draft.ts";

type Row = Database["public"]["Functions"]["list_landing_pages"]["Returns"][number];
/** A page with its figures of 30 days; a conversion without visitors is unknown, not zero. */
export type PageListItem = Omit<Row, "domain" | "domain_state" | "conversion" | "published_at"> & {
  domain: string | null;
  domain_state: Row["domain_state"] | null;
  conversion: number | null;
  published_at: string | null;
};

/** Every landing page, the last changed first. Throws ServiceError. */
export async function listPages(): Promise<PageListItem[]> {
  const pages: PageListItem[] = await rpc("list_landing_pages");
  return pages.map((page) => ({ ...page, conversion: page.visitors > 0 ? page.conversion : null }));
}

/** As the procedures take it: text that a database can hold. */
function toPayload(draft: LandingDraft) {
  return JSON.parse(JSON.stringify(draft), (_name, value) =>
    typeof value === "string" ? stripUnstorable(value) : value,
  );
}

/** Makes a page under the id given, once however often it is asked. Throws ServiceError, PT409 when its address is taken. */
export async function createPage(id: string, draft: LandingDraft): Promise<void> {
  await rpc("create_landing_page", { p_id: id, p_slug: draft.slug, p_draft: toPayload(draft) });
}

/** Makes an unpublished copy under the id given. Throws ServiceError. */
export async function duplicatePage(pageId: string, id: string): Promise<void> {
  await rpc("duplicate_landing_page", { p_page_id: pageId, p_id: id });
}

/** Throws ServiceError, PT409 while it is published. */
export async function deletePage(pageId: string): Promise<void> {
  await rpc("delete_landing_page", { p_page_id: pageId });
}

/** Stores the draft and answers its new revision. Throws ServiceError; PT409 names who saved since, or the address is taken. */
export function saveDraft(pageId: string, seen: number, draft: LandingDraft): Promise<number> {
  return rpc("save_landing_draft", { p_page_id: pageId, p_seen_revision: seen, p_draft: toPayload(draft) });
}

/** Puts the draft live and answers its version. Throws ServiceError. */
export function publishPage(pageId: string, seen: number): Promise<number> {
  return rpc("publish_landing_page", { p_page_id: pageId, p_seen_revision: seen });
}

/** Takes the page off the net. Throws ServiceError. */
export async function unpublishPage(pageId: string): Promise<void> {
  await rpc("unpublish_landing_page", { p_page_id: pageId });
}

/** Puts a version's content live again, as a new version, whose number it answers. Throws ServiceError. */
export function rollBackPage(pageId: string, number: number): Promise<number> {
  return rpc("roll_back_landing_page", { p_page_id: pageId, p_number: number });
}
