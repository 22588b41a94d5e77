import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { LEAD_COLUMNS, type LeadMapping } from "../../../../domain/lead-columns.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { leadsPath } from "../lib/lead-filter.ts";
import type { FileRow } from "./read-file.ts";

export type LeadImport = Database["public"]["Tables"]["lead_imports"]["Row"];
export type Duplicates = "skip" | "update" | "create";
export type Defaults = { owner_id?: string; stage: string; source: string };

export const isWorking = ({ status }: Pick<LeadImport, "status">) => status === "running" || status === "undoing";

/** Refetches while the import runs on the server. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.leadImport(id),
    queryFn: () => runQuery((db) => db.from("lead_imports").select("*").eq("id", id).maybeSingle()),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? 700 : false),
  });

export const importsQuery = queryOptions({
  queryKey: queryKeys.leadImports(),
  queryFn: () =>
    runQuery((db) =>
      db
        .from("lead_imports")
        .select("*")
        .neq("status", "staging")
        // A check whose columns were changed, or that was given up, imported nothing.
        .or("status.neq.canceled,handled.gt.0")
        .order("created_at", { ascending: false })
        .limit(20),
    ),
  refetchInterval: ({ state }) => (state.data?.some(isWorking) ? 2_000 : false),
});

export const createImport = (id: string, file: File, headers: string[], mapping: LeadMapping, defaults: Defaults) =>
  rpc("create_lead_import", {
    p_import_id: id,
    p_file_name: file.name,
    p_headers: headers,
    p_mapping: mapping,
    p_defaults: defaults,
  });
export const stageRows = (id: string, from: number, rows: FileRow[]) =>
  rpc("stage_lead_import", { p_import_id: id, p_from_row: from, p_rows: rows }, z.unknown());
export const prepareImport = (id: string, rows: number) =>
  rpc("prepare_lead_import", { p_import_id: id, p_rows: rows });
export const startImport = (id: string, duplicates: Duplicates) =>
  rpc("start_lead_import", { p_import_id: id, p_duplicates: duplicates });
export const cancelImport = (id: string) => rpc("cancel_lead_import", { p_import_id: id });
export const undoImport = (id: string) => rpc("undo_lead_import", { p_import_id: id });
export const listProblems = (id: string, after: number, limit: number) =>
  rpc("lead_import_problems", { p_import_id: id, p_after_row: after, p_limit: limit });

/** The first rows that cannot be imported. More rows can fail while the import runs. */
export const importProblemsQuery = ({ id, failed }: LeadImport, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.importProblems(id), failed],
    queryFn: () => listProblems(id, 0, limit),
  });

const listMatches = (id: string, after: number, limit: number) =>
  rpc("lead_import_matches", { p_import_id: id, p_after_row: after, p_limit: limit });

/** The first rows whose lead exists already or is in an earlier row. */
export const importMatchesQuery = ({ id, known, repeated }: LeadImport, limit: number) =>
  queryOptions({
    queryKey: [...queryKeys.importMatches(id), known + repeated],
    queryFn: () => listMatches(id, 0, limit),
  });

export const mappingAnswer = z.nullable(z.array(z.nullable(z.enum(LEAD_COLUMNS.map(({ field }) => field)))));
/** The mapping of the caller's last import with the same headers. */
export const loadLastMapping = (headers: string[]): Promise<LeadMapping | null> =>
  rpc("last_lead_mapping", { p_headers: headers }, mappingAnswer);

export const leadWord = (count: number) => (count === 1 ? "lead" : "leads");
export const rowWord = (count: number) => (count === 1 ? "row" : "rows");
export const leadsText = (count: number) => `${formatCount(count)} ${leadWord(count)}`;
export const rowsText = (count: number) => `${formatCount(count)} ${rowWord(count)}`;

/** What an undo does, for the question before it. */
export function undoQuestion({ created, updated }: Pick<LeadImport, "created" | "updated">): string {
  const added =
    created === 1 ? "The lead that it added is deleted." : `The ${leadsText(created)} that it added are deleted.`;
  const changed = `Its ${updated === 1 ? "update" : "updates"} from ${rowsText(updated)} ${updated === 1 ? "is" : "are"} undone.`;
  return [
    created > 0 && added,
    updated > 0 && changed,
    "What someone has worked on since stays. You can't reverse this.",
  ]
    .filter(Boolean)
    .join(" ");
}

const updatesText = (count: number) => `${formatCount(count)} ${count === 1 ? "update" : "updates"}`;

/** '3 matching rows: 2 already in the CRM, 1 repeated in the file' */
export function matchesText({ known, repeated }: Pick<LeadImport, "known" | "repeated">): string {
  const parts = [
    known > 0 && `${formatCount(known)} already in the CRM`,
    repeated > 0 && `${formatCount(repeated)} repeated in the file`,
  ];
  const total = known + repeated;
  return `${formatCount(total)} matching ${rowWord(total)}: ${parts.filter(Boolean).join(", ")}`;
}

/** The address of the leads that an import created or updated. The database knows them until it deletes the rows of the file. */
export const leadsOfImport = ({ id }: Pick<LeadImport, "id">): string =>
  leadsPath({ op: "and", rules: [{ field: "import", is: "eq", value: id }] });

/** What the undo of an import did. Two rows that changed one lead are two updates. */
export const undoneText = ({ removed, restored, kept }: LeadImport): string =>
  [
    `${formatCount(removed)} new ${leadWord(removed)} removed`,
    restored && `${updatesText(restored)} undone`,
    kept && `${formatCount(kept)} kept`,
  ]
    .filter(Boolean)
    .join(", ");

/** How many rows an import never came to, because someone stopped it or it failed. */
export const rowsNotReached = ({ status, rows, created, updated, skipped, wrong, failed }: LeadImport): number =>
  status === "canceled" || status === "failed" ? Math.max(0, rows - created - updated - skipped - wrong - failed) : 0;

/** What became of the rows of an import. */
export function countsText(leadImport: LeadImport): string {
  const { created, updated, skipped, wrong, failed } = leadImport;
  const notReached = rowsNotReached(leadImport);
  return [
    `${formatCount(created)} new`,
    updated && updatesText(updated),
    skipped && `${formatCount(skipped)} skipped`,
    wrong + failed && `${formatCount(wrong + failed)} with errors`,
    notReached && `${formatCount(notReached)} not imported`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The result of an import in one line. */
export function outcomeText(leadImport: LeadImport): string {
  switch (leadImport.status) {
    case "ready":
      return "checked, not imported yet";
    case "running":
      return `${formatCount(leadImport.handled)} of ${rowsText(leadImport.rows)}`;
    case "undoing":
      return "undoing";
    case "failed":
      return leadImport.problem ?? "Import didn't finish";
    case "undone":
      return `undone, ${undoneText(leadImport)}`;
    case "canceled":
      return `stopped, ${countsText(leadImport)}`;
    default:
      return countsText(leadImport);
  }
}
