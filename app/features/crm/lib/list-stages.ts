import { queryOptions, useQuery } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";

export type Stage = { key: string; label: string; position: number; rots_after_days: number | null };
export type LostReason = { id: string; label: string; is_active: boolean };

/** The stages of the pipeline, in order. */
export const stagesQuery = queryOptions({ queryKey: queryKeys.crmStages(), queryFn: listStages, staleTime: 60_000 });
/** Why leads were ever lost, also what is not chosen any more. */
export const allLostReasonsQuery = queryOptions({
  queryKey: queryKeys.crmLostReasons(),
  queryFn: listLostReasons,
  staleTime: 60_000,
});
/** Why leads are lost, those that may be chosen. */
export const lostReasonsQuery = queryOptions({
  ...allLostReasonsQuery,
  select: (reasons: LostReason[]) => reasons.filter(({ is_active }) => is_active),
});

/** The stages, and how one is called. */
export function useStages(): { stages: Stage[]; labelOf: (key: string) => string } {
  const { data: stages = [] } = useQuery(stagesQuery);
  return { stages, labelOf: (key) => stages.find((stage) => stage.key === key)?.label ?? key.replaceAll("_", " ") };
}

async function listStages(): Promise<Stage[]> {
  const data = await runQuery((db) =>
    db.from("pipeline_stages").select("key, label, position, rots_after_days").order("position"),
  );
  return data;
}

async function listLostReasons(): Promise<LostReason[]> {
  const data = await runQuery((db) => db.from("lost_reasons").select("id, label, is_active").order("position"));
  return data;
}
