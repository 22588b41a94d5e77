import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type Member = { user_id: string; name: string; role: string };

/** The active sales people and admins, by name. */
export const teamQuery = queryOptions({ queryKey: queryKeys.crmTeam(), queryFn: listTeam, staleTime: 60_000 });

async function listTeam(): Promise<Member[]> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("list_team");
  if (error) throw toServiceError(error, "/rest/v1/rpc/list_team", status);
  return data.toSorted((one, other) => one.name.localeCompare(other.name));
}
