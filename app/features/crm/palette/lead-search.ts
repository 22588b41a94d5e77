import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { getRecentLeads } from "~/shared/recent-leads.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { listActiveLeads } from "../lib/api.ts";
import { useFoundLeads } from "../lib/use-found-leads.ts";
import type { PaletteLead } from "./palette-items.tsx";

const MAX_RECENT = 5;

/** The leads that were opened last, as they are now. The open lead and archived, merged and spam leads are left out. */
function useRecentLeads(): PaletteLead[] {
  const [opened] = useState(() => getRecentLeads().filter(({ id }) => !location.href.includes(id)));
  const { data: known } = useQuery({
    queryKey: queryKeys.crmSearch(`recent:${opened.map(({ id }) => id).join()}`),
    queryFn: () => listActiveLeads(opened.map(({ id }) => id)),
    enabled: opened.length > 0,
  });
  const leads = opened.flatMap((lead) => {
    const now = known?.find(({ id }) => id === lead.id);
    if (known && !now) return [];
    const name = now ? leadName(now) : lead.name;
    return [{ ...lead, ...now, name, owner_name: null, email: null }];
  });
  return leads.slice(0, MAX_RECENT);
}

/** Leads that match the query, or the recent leads when it is empty. */
export function useLeadSearch(query: string) {
  const { found, searched: searchedQuery, isPending: pending } = useFoundLeads(query);
  const recent = useRecentLeads();
  const leads: PaletteLead[] = query.trim() ? (found.data ?? []) : recent;
  const isFirst = pending && found.data === undefined;
  return { searchedQuery, leads, pending, isFirst, failed: found.isError, none: !pending && found.data?.length === 0 };
}
