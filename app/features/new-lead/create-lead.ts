import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** What one types about somebody who did not write by themselves. */
export type TypedLead = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company: string;
  source: string;
  goals: string;
  mine: boolean;
};

/** There is a lead with this address or number already; `leadId` when one may see it. */
export class KnownLead extends Error {
  readonly leadId: string | null;
  constructor(message: string, leadId: string | null) {
    super(message);
    this.leadId = leadId;
  }
}

/** Writes a new lead down. Throws KnownLead for one that there is, else ServiceError. */
export async function createLead(id: string, { mine, ...typed }: TypedLead, anyway: boolean): Promise<void> {
  const lead: Record<string, string | boolean | null> = { anyway };
  for (const [field, value] of Object.entries(typed)) if (value.trim()) lead[field] = value.trim();
  // Without an owner named, it is the writer's.
  if (!mine) lead.user_id = null;
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("create_lead" as "crm_today", { p_id: id, p_lead: lead } as never);
  if (error?.code === "PT409") throw new KnownLead(error.message, error.details || null);
  if (error) throw toServiceError(error, "/rest/v1/rpc/create_lead", status);
}
