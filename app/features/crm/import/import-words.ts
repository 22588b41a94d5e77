import type { LeadImport } from "./lead-imports.ts";

const many = (count: number) => count.toLocaleString("en");
export const leadsText = (count: number) => `${many(count)} ${count === 1 ? "lead" : "leads"}`;
export const rowsText = (count: number) => `${many(count)} ${count === 1 ? "row" : "rows"}`;

/** What became of an import, in a line. */
export function outcomeText(one: LeadImport): string {
  switch (one.status) {
    case "ready":
      return `${rowsText(one.rows)} checked, not started`;
    case "running":
      return `${many(one.handled)} of ${rowsText(one.rows)}`;
    case "undoing":
      return "being taken back";
    case "failed":
      return one.problem ?? "It could not be finished";
    case "undone":
      return `taken back: ${[`${many(one.removed)} removed`, one.restored && `${many(one.restored)} put back`, one.kept && `${many(one.kept)} kept`].filter(Boolean).join(", ")}`;
    default:
      return [
        `${many(one.created)} new`,
        one.updated && `${many(one.updated)} updated`,
        one.skipped && `${many(one.skipped)} skipped`,
        one.wrong + one.failed && `${many(one.wrong + one.failed)} wrong`,
      ]
        .filter(Boolean)
        .join(", ");
  }
}
