import type { LeadImport } from "./lead-imports.ts";

const formatCount = (count: number) => count.toLocaleString("en");
export const leadsText = (count: number) => `${formatCount(count)} ${count === 1 ? "lead" : "leads"}`;
export const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? "row" : "rows"}`;

/** What became of an import, in a line. */
export function outcomeText(leadImport: LeadImport): string {
  switch (leadImport.status) {
    case "ready":
      return `${rowsText(leadImport.rows)} checked, not started`;
    case "running":
      return `${formatCount(leadImport.handled)} of ${rowsText(leadImport.rows)}`;
    case "undoing":
      return "being taken back";
    case "failed":
      return leadImport.problem ?? "It could not be finished";
    case "undone":
      return `taken back: ${[`${formatCount(leadImport.removed)} removed`, leadImport.restored && `${formatCount(leadImport.restored)} put back`, leadImport.kept && `${formatCount(leadImport.kept)} kept`].filter(Boolean).join(", ")}`;
    default:
      return [
        `${formatCount(leadImport.created)} new`,
        leadImport.updated && `${formatCount(leadImport.updated)} updated`,
        leadImport.skipped && `${formatCount(leadImport.skipped)} skipped`,
        leadImport.wrong + leadImport.failed && `${formatCount(leadImport.wrong + leadImport.failed)} wrong`,
      ]
        .filter(Boolean)
        .join(", ");
  }
}
