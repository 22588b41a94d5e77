import { PaymentSuccessScreen } from "~/features/billing/payment-outcome/payment-success-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Payment");

/** /payment-success (spec §2): works without a session. */
export default function PaymentSuccess() {
  return <PaymentSuccessScreen />;
}
