import { SubscriptionSuccessScreen } from "~/features/billing/payment-outcome/subscription-success-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Premium");

/** /subscription-success (spec §2): works without a session. */
export default function SubscriptionSuccess() {
  return <SubscriptionSuccessScreen />;
}
