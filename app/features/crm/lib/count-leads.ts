import { queryOptions } from "@tanstack/react-query";
import { callCrm } from "./call-crm.ts";
import type { FilterGroup } from "./lead-filter.ts";
import type { Scope } from "./lead-row.ts";

/** How many leads a scope and a filter leave, exactly; asked beside the rows, so that these do not wait for it. */
export const countQuery = ({ scope, filter }: { scope: Scope; filter: FilterGroup | null }) =>
  queryOptions({
    queryKey: ["crm", "leads-count", { scope, filter }],
    queryFn: async () => {
      const rows = await callCrm<{ leads: number; value_cents: number }[]>("count_leads_matching", {
        p_scope: scope,
        p_filter: filter,
      });
      return rows[0] ?? { leads: 0, value_cents: 0 };
    },
  });
