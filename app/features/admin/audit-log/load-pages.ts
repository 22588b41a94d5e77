import { runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import type { SubjectOf } from "./audited-rows.ts";

type Copies = Pick<SubjectOf, "before" | "after">;

/** The landing page of a test, a domain or a preview link. */
export const pageIdOf = ({ before, after }: Copies) => String((after ?? before)?.["page_id"] ?? "");

/** The titles of the landing pages that entries are about, by id. The log itself remembers those of deleted pages. */
export async function loadPages(entries: Copies[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.map(pageIdOf).filter(isUuid))];
  if (ids.length === 0) return new Map();
  const found = await runQuery((db) => db.rpc("landing_page_titles", { p_page_ids: ids }));
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const gone = ids.filter((id) => !titles.has(id));
  if (gone.length === 0) return titles;
  const deleted = await runQuery((db) =>
    db
      .from("audit_log")
      .select("row_id, title:before->>title")
      .eq("table_name", "landing_pages")
      .eq("action", "delete")
      .in("row_id", gone)
      .order("id"),
  );
  // A page may have been deleted twice. Its last name counts.
  for (const { row_id, title } of deleted) if (title) titles.set(row_id, title);
  return titles;
}
