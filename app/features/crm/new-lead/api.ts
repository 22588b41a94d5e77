import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";

/** Another lead has this email address or phone number. `leadId` is null when the caller may not see that lead. */
export type KnownLead = { text: string; leadId: string | null };

export const createdAnswer = z.object({ id: z.string(), created: z.boolean() });

/** Adds a lead. Returns the known lead if there is one, unless duplicates are allowed. Throws ServiceError. */
export async function createLead(
  id: string,
  fields: Record<string, string | number | null>,
  allowDuplicate: boolean,
): Promise<KnownLead | null> {
  try {
    await rpc("create_lead", { p_id: id, p_lead: { ...fields, anyway: allowDuplicate } }, createdAnswer);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.refusal?.code !== "lead_known") throw error;
    const { lead_id: leadId } = error.refusal.facts;
    return { text: error.message, leadId: typeof leadId === "string" ? leadId : null };
  }
}

export const knownLead = z.nullable(z.object({ lead_id: z.nullable(z.string()), text: z.string() }));

/** The lead that already has this address or number, if there is one. */
export const knownLeadQuery = (field: "email" | "phone", value: string) =>
  queryOptions({
    queryKey: queryKeys.knownLead(field, value),
    queryFn: async (): Promise<KnownLead | null> => {
      const known = await rpc("known_lead", { [`p_${field}`]: value }, knownLead);
      return known && { text: known.text, leadId: known.lead_id };
    },
  });
