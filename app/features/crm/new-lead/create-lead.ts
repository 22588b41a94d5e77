import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { readRefusal } from "../../../../domain/refusals.ts";

/** There is a lead with this address or number already; `leadId` when one may see it. */
export class DuplicateLead extends Error {
  readonly leadId: string | null;
  constructor(message: string, leadId: string | null) {
    super(message);
    this.leadId = leadId;
  }
}

/** Writes a new lead down. Throws DuplicateLead for one that there is, else ServiceError. */
export async function createLead(id: string, fields: Record<string, unknown>, allowDuplicate: boolean): Promise<void> {
  const supabase = await getSupabase();
  const lead = { ...fields, anyway: allowDuplicate };
  const { error, status } = await supabase.rpc("create_lead" as "crm_today", { p_id: id, p_lead: lead } as never);
  const refusal = error && readRefusal(error);
  if (error && refusal?.code === "lead_known")
    throw new DuplicateLead(error.message, (refusal.facts.lead_id as string | undefined) ?? null);
  if (error) throw toServiceError(error, "/rest/v1/rpc/create_lead", status);
}
