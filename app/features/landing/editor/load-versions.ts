import { runQuery } from "~/shared/api.ts";
import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";
import { loadUserNames } from "./load-user-names.ts";

export type Version = {
  number: number;
  title: string;
  publishedAt: string;
  /** Who published it; null for the product itself. */
  by: string | null;
  /** The version whose content it brought back. */
  rolledBackTo: number | null;
};

const MAX_VERSIONS = 200;

/** The versions of a page, the newest first. Throws ServiceError. */
export async function loadVersions(pageId: string): Promise<Version[]> {
  const data = await runQuery((db) =>
    db
      .from("landing_page_versions")
      .select("number, title, published_at, published_by, rolled_back_to")
      .eq("page_id", pageId)
      .order("number", { ascending: false })
      .limit(MAX_VERSIONS),
  );
  const names = await loadUserNames(data.map(({ published_by }) => published_by));
  return data.map((row) => ({
    number: row.number,
    title: row.title,
    publishedAt: row.published_at,
    by: row.published_by && (names.get(row.published_by) ?? "Somebody"),
    rolledBackTo: row.rolled_back_to,
  }));
}

/** One version as it was. Throws ServiceError. */
export async function loadVersion(pageId: string, number: number): Promise<LandingDraft | null> {
  const data = await runQuery((db) =>
    db.from("landing_page_versions").select("*").eq("page_id", pageId).eq("number", number).maybeSingle(),
  );
  return data && toDraft(data);
}
