import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { isTransient, ServiceError } from "~/shared/service-error.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import { leadDetail } from "./lead-types.ts";

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Everything about one lead but its timeline. PT404: it does not exist, or the reader may not see it. */
export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.crmLead(leadId),
    queryFn: async () => {
      // Someone typed this address: no lead has such an id.
      if (!ID.test(leadId)) throw new ServiceError("failed", "There is no such lead", "PT404");
      const lead = await rpc("lead_page", { p_lead_id: leadId }, leadDetail);
      setClocks(lead.now);
      return lead;
    },
    enabled: leadId !== "",
    retry: (failures, error) =>
      failures < 2 && isTransient(error) && !(error instanceof ServiceError && error.code === "PT404"),
  });
