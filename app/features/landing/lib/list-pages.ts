import { rpc } from "~/shared/api.ts";
import type { Database } from "../../../../supabase/database.types.ts";

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
