import { failure } from "../respond.ts";

/** The response in production without a payment provider. */
export const notConfigured = (): Response =>
  failure(503, "payments_not_configured", "Payments aren't configured yet. Please contact us to pay.");
