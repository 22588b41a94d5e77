import { queryOptions } from "@tanstack/react-query";
import { setClocks } from "~/ui/clock-ticker.ts";
import { queryKeys } from "../query-keys.ts";
import { callCrm } from "./call-crm.ts";
import type { LeadDetail } from "./lead-shape.ts";

/** Everything about one lead but its timeline. PT404: there is none, or it is not the reader's. */
export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.crmLead(leadId),
    queryFn: async () => {
      const lead = await callCrm<LeadDetail>("lead_page", { p_lead_id: leadId });
      setClocks(lead.now);
      return lead;
    },
    enabled: leadId !== "",
  });
