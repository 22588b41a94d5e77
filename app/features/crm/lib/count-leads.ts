import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import type { FilterGroup, Scope } from "./lead-filter.ts";

/** How many leads match a scope and a filter, exactly. A query of its own, so that the rows need not wait for it. */
export const countQuery = ({ scope, filter }: { scope: Scope; filter: FilterGroup | null }) =>
  queryOptions({
    queryKey: ["crm", "leads-count", { scope, filter }],
    queryFn: async () => {
      const [count] = await rpc("count_leads_matching", { p_scope: scope, p_filter: filter });
      return count ?? { leads: 0, value_cents: 0 };
    },
  });
