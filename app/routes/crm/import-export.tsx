import { ImportScreen } from "~/features/crm/import/import-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Import & export");

/** Imports and exports leads as files. */
export default function ImportExport() {
  return <ImportScreen />;
}
