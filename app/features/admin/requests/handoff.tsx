import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";
import { Link } from "~/ui/link.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { WonLead } from "./api.ts";

export const HANDOFF_LABEL = "Hand-off of a won deal";

/** The lead of a won deal, with its page. */
export function HandoffLead({ lead }: { lead: WonLead }) {
  return (
    <p className="text-13">
      <span className="text-ink-3">Lead: </span>
      <Link asChild>
        <RouterLink to={`/crm/leads/${lead.id}`}>{leadName(lead)}</RouterLink>
      </Link>
    </p>
  );
}

/** Opens the form that sets up the client of the lead, or the account that the lead became. */
export function HandoffButton({ lead }: { lead: WonLead }) {
  if (lead.client_account_id)
    return (
      <Button asChild>
        <RouterLink to={`/admin/accounts/${lead.client_account_id}`}>Open account</RouterLink>
      </Button>
    );
  if (lead.stage !== "won") return null;
  return (
    <Button variant="primary" asChild>
      <RouterLink to={`/crm/leads/${lead.id}?setup=1`}>Set up client</RouterLink>
    </Button>
  );
}
