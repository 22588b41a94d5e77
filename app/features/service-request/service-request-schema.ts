import * as z from "~/shared/schema.ts";

/** Spec §5: the four kinds; the first is the default (spec §3). */
export const REQUEST_TYPES = {
  dashboard_change: "Dashboard change",
  feature_request: "Feature request",
  technical_support: "Technical support",
  general_inquiry: "General inquiry",
} as const;

export type RequestType = keyof typeof REQUEST_TYPES;

const required = (longest: number, empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(longest, `Use at most ${longest} characters`));

/** Spec §5: business name and message are required. */
export const serviceRequestSchema = z.object({
  businessName: required(200, "Business name is required"),
  requestType: z.enum(Object.keys(REQUEST_TYPES) as [RequestType, ...RequestType[]]),
  message: required(10_000, "Message is required"),
});

export type ServiceRequest = z.output<typeof serviceRequestSchema>;
