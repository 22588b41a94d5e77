import { runQuery } from "~/shared/api.ts";
import { type ExportedDashboard, toExported } from "../../../../domain/dashboard-import.ts";

const PAGE_SIZE = 1_000;

/** Every dashboard as spec §7 exports it, newest first, whatever the table shows. Throws ServiceError. */
async function readAll(): Promise<ExportedDashboard[]> {
  const all: ExportedDashboard[] = [];
  for (let from = 0; ; from += PAGE_SIZE) {
    const data = await runQuery((db) =>
      db
        .from("client_dashboards")
        .select("business_name, notion_database_url, dashboard_title, user_id, original_user_id")
        .order("created_at", { ascending: false })
        .order("id")
        .range(from, from + PAGE_SIZE - 1),
    );
    all.push(...data.map(toExported));
    if (data.length < PAGE_SIZE) return all;
  }
}

/** Downloads `dashboards-export-{date}.json` and answers how many dashboards are in it. Throws ServiceError. */
export async function exportDashboards(): Promise<number> {
  const rows = await readAll();
  const file = new Blob([JSON.stringify(rows, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `dashboards-export-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // The download has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return rows.length;
}
