import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

/** The meeting types that visitors can book now, by name. */
export const meetingChoicesQuery = queryOptions({
  queryKey: queryKeys.landingChoices("meetings"),
  queryFn: () =>
    runQuery((db) => db.from("meeting_types").select("slug, name").eq("is_active", true).order("name").limit(100)),
  staleTime: 30_000,
});

const storedPools = z.array(z.object({ id: z.string(), name: z.string() }));

/** Who can get the leads of a form: the account's pools and people. `value` is what a form block stores. */
export const ownerChoicesQuery = queryOptions({
  queryKey: queryKeys.landingChoices("owners"),
  queryFn: async () => {
    const [routing, team] = await Promise.all([
      runQuery((db) => db.from("lead_routing").select("pools").maybeSingle()),
      rpc("list_team"),
    ]);
    return {
      pools: storedPools.parse(routing?.pools ?? []).map(({ id, name }) => ({ value: `pool:${id}`, name })),
      people: team
        .map(({ user_id, name }) => ({ value: `person:${user_id}`, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  },
  staleTime: 30_000,
});
