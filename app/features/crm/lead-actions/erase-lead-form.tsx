import { useLocation, useNavigate } from "react-router";
import { EraseForm } from "~/shared/erasure/erase-form.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { LeadRef } from "../lib/lead-types.ts";

/** Erases the person of a lead, and leaves its page or its drawer for the list. */
export function EraseLeadForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const leave = () => {
    onDone();
    const rest = new URLSearchParams(search);
    rest.delete("lead");
    void navigate({ pathname: pathname.startsWith("/crm/leads/") ? "/crm/leads" : pathname, search: rest.toString() });
  };
  return <EraseForm person={{ kind: "lead", id: lead.id }} name={leadName(lead)} onErased={leave} />;
}
