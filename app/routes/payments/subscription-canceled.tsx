import { SubscriptionCanceledScreen } from "~/features/billing/payment-outcome/subscription-canceled-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Subscription canceled");

/** /subscription-canceled (spec §2): works without a session. */
export default function SubscriptionCanceled() {
  return <SubscriptionCanceledScreen />;
}
