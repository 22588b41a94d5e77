import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { isTransient, ServiceError } from "~/shared/service-error.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import { callCrm } from "./call-crm.ts";
import type { LeadDetail } from "./lead-types.ts";

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Everything about one lead but its timeline. PT404: there is none, or it is not the reader's. */
export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.crmLead(leadId),
    queryFn: async () => {
      // An address that somebody typed: no lead has such an id.
      if (!ID.test(leadId)) throw new ServiceError("failed", "There is no such lead", "PT404");
      const lead = await callCrm<LeadDetail>("lead_page", { p_lead_id: leadId });
      setClocks(lead.now);
      return lead;
    },
    enabled: leadId !== "",
    retry: (failures, error) =>
      failures < 2 && isTransient(error) && !(error instanceof ServiceError && error.code === "PT404"),
  });
