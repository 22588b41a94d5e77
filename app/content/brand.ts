/** The agency. This file is the one place that makes the product somebody's own; everything here is sample content. */
export const brand = {
  name: "Upfunnel",
  email: "hello@upfunnel.example",
  /** What the agency does, in one sentence, for search results and the e-mail footer. */
  claim: "Booking and lead-capture systems for people who sell via Instagram and ads.",
  address: "118 Franklin Street, New York, NY 10013",
} as const;
