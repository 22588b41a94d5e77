import { useOutletContext } from "react-router";
import { LeadsScreen } from "~/features/crm/leads/leads-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Leads");

export default function Leads() {
  return <LeadsScreen managesTeam={useOutletContext<CrmContext>().managesTeam} />;
}
