/** Spec §8 Requests. */
export const SERVICE_REQUEST_TEXTS = {
  sent: "Service request submitted successfully!",
  failed: "Failed to submit request. Please try again.",
} as const;
