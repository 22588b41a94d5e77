import { ImportScreen } from "~/features/crm/import/import-screen.tsx";
import { PremiumGate } from "~/features/crm/workspace/premium-gate.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Import & export");

/** Imports and exports leads as files. */
export default function ImportExport() {
  return (
    <PremiumGate
      title="Import and export are part of Premium"
      text="Import leads from any CSV file, and export yours as a file for Notion."
    >
      <ImportScreen />
    </PremiumGate>
  );
}
