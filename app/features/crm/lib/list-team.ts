import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";

export type Member = { user_id: string; name: string; role: string };

/** The active sales people and admins, by name. */
export const teamQuery = queryOptions({ queryKey: queryKeys.crmTeam(), queryFn: listTeam, staleTime: 60_000 });

async function listTeam(): Promise<Member[]> {
  const data = await rpc("list_team");
  return data.toSorted((one, other) => one.name.localeCompare(other.name));
}
