import { ImportScreen } from "~/features/crm/import/import-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Import & export");

/** Leads from a file, and as a file. */
export default function ImportExport() {
  return <ImportScreen />;
}
