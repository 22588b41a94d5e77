import { rpc, runQuery } from "~/shared/api.ts";
import { loadUserNames } from "./load-user-names.ts";

export type PreviewLink = {
  id: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  by: string | null;
};

/** The links that show this page's draft, the newest first. Throws ServiceError. */
export async function listPreviews(pageId: string): Promise<PreviewLink[]> {
  const data = await runQuery((db) =>
    db
      .from("landing_previews")
      .select("id, created_at, expires_at, revoked_at, created_by")
      .eq("page_id", pageId)
      .order("created_at", { ascending: false })
      .limit(50),
  );
  const names = await loadUserNames(data.map(({ created_by }) => created_by));
  return data.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    by: row.created_by && (names.get(row.created_by) ?? "Somebody"),
  }));
}

/** Makes a link and answers its address, which is known only now. Throws ServiceError. */
export async function createPreview(pageId: string, hours: number, slug: string): Promise<string> {
  const token = await rpc("create_landing_preview", { p_page_id: pageId, p_hours: hours });
  return `${location.origin}/landing/${slug}?preview=${token}`;
}

/** Throws ServiceError. */
export async function revokePreview(id: string): Promise<void> {
  await rpc("revoke_landing_preview", { p_preview_id: id });
}
