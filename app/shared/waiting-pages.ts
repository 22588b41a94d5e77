import { queryOptions } from "@tanstack/react-query";
import { runQueryWithCount } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** How many landing pages of all accounts wait for an admin. */
export const waitingPagesQuery = queryOptions({
  queryKey: queryKeys.landingWaiting(),
  queryFn: async () => {
    const { count } = await runQueryWithCount((db) =>
      db.from("landing_publish_requests").select("page_id", { count: "exact", head: true }).eq("state", "waiting"),
    );
    return count ?? 0;
  },
  refetchInterval: 60_000,
});
