import { infiniteQueryOptions } from "@tanstack/react-query";
import { callCrm } from "../lib/call-crm.ts";
import type { FilterGroup } from "../lib/lead-filter.ts";
import type { LeadCursor, LeadPage, Scope } from "../lib/lead-row.ts";

/** What is asked for: whose leads, which of them, in which order ('-value' is the largest first). */
export type LeadsParams = { scope: Scope; filter: FilterGroup; sort: string };
export type LeadsPage = LeadPage & { currency: string };

const PAGE_SIZE = 100;

export const leadsQuery = ({ scope, filter, sort }: LeadsParams) =>
  infiniteQueryOptions({
    queryKey: ["crm", "leads", { scope, filter, sort }],
    queryFn: ({ pageParam }) =>
      callCrm<LeadsPage>("list_leads", {
        p_scope: scope,
        p_filter: filter,
        p_sort: sort,
        p_after: pageParam,
        p_limit: PAGE_SIZE,
      }),
    initialPageParam: null as LeadCursor | null,
    getNextPageParam: (page) => page.next,
  });
