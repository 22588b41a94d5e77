import { toast } from "~/shared/toast.ts";

/** Says what the free plan lacks, with the way to premium. */
export function offerPremium(): void {
  toast.info("Leads are read only on the free plan", {
    description: "Premium lets you claim, answer and move them.",
    action: { label: "See Premium", onClick: () => location.assign("/client-dashboard?tab=dashboard#plan") },
  });
}
