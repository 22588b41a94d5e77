import { LeadScreen } from "~/features/crm/lead/lead-screen.tsx";
import { DuplicatesCard } from "~/features/crm/merge/duplicates-card.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { Route } from "./+types/lead.ts";

export const meta = () => portalMeta("Lead");

/** One lead. The key resets the page for another lead. */
export default function Lead({ params }: Route.ComponentProps) {
  return (
    <LeadScreen key={params.leadId} leadId={params.leadId} duplicates={<DuplicatesCard leadId={params.leadId} />} />
  );
}
