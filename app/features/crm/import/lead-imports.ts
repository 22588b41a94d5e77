import { queryOptions } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { LeadFields, LeadMapping } from "../../../../domain/lead-columns.ts";
import type { Database, Json } from "../../../../supabase/database.types.ts";

export type LeadImport = Database["public"]["Tables"]["lead_imports"]["Row"];
export type Duplicates = "skip" | "update" | "create";
export type Defaults = { owner_id?: string; stage: string; source: string };

export const isWorking = ({ status }: LeadImport) => status === "running" || status === "undoing";

/** An import as the database knows it; looked at often while it runs, here or for somebody who comes back to it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.leadImport(id),
    queryFn: () => loadImport(id),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? 700 : false),
  });

export const importsQuery = queryOptions({ queryKey: queryKeys.leadImports(), queryFn: listImports });

async function loadImport(id: string): Promise<LeadImport | null> {
  const data = await runQuery((db) => db.from("lead_imports").select("*").eq("id", id).maybeSingle());
  return data;
}

async function listImports(): Promise<LeadImport[]> {
  const data = await runQuery((db) =>
    db.from("lead_imports").select("*").neq("status", "staging").order("created_at", { ascending: false }).limit(20),
  );
  return data;
}

type Calls = Database["public"]["Functions"];
async function call<Name extends keyof Calls & `${string}lead_${"import" | "mapping" | "import_problems"}`>(
  name: Name,
  args: Calls[Name]["Args"],
): Promise<Calls[Name]["Returns"]> {
  const data = await runQuery((db) => db.rpc(name, args as never));
  return data as Calls[Name]["Returns"];
}

export const createImport = (id: string, file: File, headers: string[], mapping: LeadMapping, defaults: Defaults) =>
  call("create_lead_import", {
    p_import_id: id,
    p_file_name: file.name,
    p_headers: headers,
    p_mapping: mapping as Json,
    p_defaults: defaults as Json,
  });
export const stageRows = (id: string, from: number, rows: LeadFields[]) =>
  call("stage_lead_import", { p_import_id: id, p_from_row: from, p_rows: rows as Json });
export const prepareImport = (id: string, rows: number) =>
  call("prepare_lead_import", { p_import_id: id, p_rows: rows });
export const startImport = (id: string, duplicates: Duplicates) =>
  call("start_lead_import", { p_import_id: id, p_duplicates: duplicates });
export const cancelImport = (id: string) => call("cancel_lead_import", { p_import_id: id });
export const undoImport = (id: string) => call("undo_lead_import", { p_import_id: id });
export const listProblems = (id: string, after: number, limit: number) =>
  call("lead_import_problems", { p_import_id: id, p_after_row: after, p_limit: limit });
export const loadLastMapping = async (headers: string[]) =>
  (await call("last_lead_mapping", { p_headers: headers })) as LeadMapping | null;
