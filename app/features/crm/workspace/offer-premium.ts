import { PREMIUM_PATH } from "~/shared/premium-path.ts";
import { toast } from "~/shared/toast.ts";

/** The pages that the free plan limits. Each says itself what Premium adds, and the menu marks it with a lock. */
export const PREMIUM_PAGES = ["/board", "/analytics", "/import", "/pages"];

/** Says what the free plan lacks, with the way to premium. */
export function offerPremium(): void {
  toast.info("Leads are read-only on the free plan", {
    description: "Premium lets you claim, answer and move them.",
    action: { label: "See Premium", onClick: () => location.assign(PREMIUM_PATH) },
  });
}
