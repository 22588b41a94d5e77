import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Import & export");

export default function ImportExport() {
  return <h1>Import & export</h1>;
}
