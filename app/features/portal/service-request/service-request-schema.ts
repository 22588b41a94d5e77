import * as z from "~/shared/schema.ts";
import { CHANGE_REQUEST_TYPES, type ChangeRequestType } from "../lib/change-requests.ts";

const required = (maxLength: number, empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** Spec §5: business name and message are required. */
export const serviceRequestSchema = z.object({
  businessName: required(200, "Business name is required"),
  requestType: z.enum(Object.keys(CHANGE_REQUEST_TYPES) as [ChangeRequestType, ...ChangeRequestType[]]),
  message: required(10_000, "Message is required"),
});
