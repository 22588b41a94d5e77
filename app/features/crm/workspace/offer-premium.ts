import { PREMIUM_IS_FOR_OWNERS, PREMIUM_PATH } from "~/shared/premium-path.ts";
import { queryClient } from "~/shared/query-client.ts";
import { toast } from "~/shared/toast.ts";
import { workspaceQuery } from "~/shared/workspace-query.ts";

/** The pages that the free plan limits. Each says itself what Premium adds, and the menu marks it with a lock. */
export const PREMIUM_PAGES = ["/board", "/analytics", "/import", "/pages"];

/** Says what the free plan lacks, with the way to premium for those who can manage it. */
export function offerPremium(): void {
  const description = "Premium lets you claim, answer and move them.";
  if (queryClient.getQueryData(workspaceQuery.queryKey)?.role === "member") {
    toast.info("Leads are read-only on the free plan", { description: `${description} ${PREMIUM_IS_FOR_OWNERS}` });
    return;
  }
  toast.info("Leads are read-only on the free plan", {
    description,
    action: { label: "See Premium", onClick: () => location.assign(PREMIUM_PATH) },
  });
}
