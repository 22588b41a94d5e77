import { PaymentCanceledScreen } from "~/features/billing/payment-outcome/payment-canceled-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Payment canceled");

/** /payment-canceled (spec §2): works without a session. */
export default function PaymentCanceled() {
  return <PaymentCanceledScreen />;
}
