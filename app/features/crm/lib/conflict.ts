import { isConflict, problemText } from "~/shared/problem-text.ts";
import { callCrm } from "./call-crm.ts";
import { fieldText } from "./crm-format.ts";

type Page = { last_change: { by: string | null; fields: string[] | null } | null };

/** Why a change of a lead was refused, in a sentence; when somebody was faster, it says who, and what they changed. */
export async function refusedChangeText(error: unknown, leadId: string | undefined, who: string): Promise<string> {
  if (!isConflict(error)) return problemText(error, "Nothing was changed");
  const page = leadId ? await callCrm<Page>("lead_page", { p_lead_id: leadId }).catch(() => null) : null;
  const change = page?.last_change;
  if (!change?.by) return `Somebody else changed ${who} meanwhile. It is shown as it is now.`;
  const what = change.fields?.map(fieldText).join(", ");
  return `${change.by} changed ${what ? `the ${what} of ${who}` : who} meanwhile. It is shown as it is now.`;
}
