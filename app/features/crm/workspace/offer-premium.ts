import { toast } from "~/shared/toast.ts";

/** Where a client sees and starts the plan. It is outside the workspace, so it is another page load. */
export const PREMIUM_PATH = "/client-dashboard?tab=dashboard#plan";

/** The pages that the free plan limits. Each says itself what Premium adds, and the menu marks it with a lock. */
export const PREMIUM_PAGES = ["/board", "/analytics", "/import", "/pages"];

/** Says what the free plan lacks, with the way to premium. */
export function offerPremium(): void {
  toast.info("Leads are read-only on the free plan", {
    description: "Premium lets you claim, answer and move them.",
    action: { label: "See Premium", onClick: () => location.assign(PREMIUM_PATH) },
  });
}
