import type { ReactNode } from "react";
import type { LeadDetail } from "../lib/lead-types.ts";
import { Composer } from "./composer.tsx";
import { Consent } from "./consent.tsx";
import { FactsCard } from "./facts-card.tsx";
import { LeadClock } from "./lead-clock.tsx";
import { Attribution, StageHistory } from "./lead-histories.tsx";
import { MergedLeads } from "./merge-parts.tsx";
import { NextStep } from "./next-step.tsx";
import { Timeline } from "./timeline.tsx";
import type { useComposer } from "./use-composer.ts";

type Props = {
  lead: LeadDetail;
  composer: ReturnType<typeof useComposer>;
  /** Leads that may be the same person. */
  duplicates?: ReactNode;
};

/**
 * The parts of a lead: three columns where there is room (300, the rest, 320), else one under the other in the order of what
 * is needed first. The same markup for the page and the drawer; the container decides.
 */
export function LeadBody({ lead, composer, duplicates }: Props) {
  // What became part of another lead is only read: what is to be done is done there.
  const live = lead.merged_into === null;
  return (
    <div className="flex flex-col @min-[900px]/lead:grid @min-[900px]/lead:min-h-full @min-[900px]/lead:grid-cols-[300px_minmax(0,1fr)_320px]">
      <div className="contents border-line @min-[900px]/lead:order-1 @min-[900px]/lead:block @min-[900px]/lead:border-r">
        {live && <NextStep lead={lead} className="order-1" />}
        <FactsCard lead={lead} className="order-3" />
        <Consent lead={lead} className="order-8" />
      </div>
      <div className="order-5 min-w-0 @min-[900px]/lead:order-2">
        {live && (
          <div ref={composer.place} className="border-line-soft border-b px-5 py-3.5 phone:px-4">
            <Composer lead={lead} tab={composer.tab} onTab={composer.openTab} />
          </div>
        )}
        <Timeline lead={lead} />
      </div>
      <div className="contents border-line @min-[900px]/lead:order-3 @min-[900px]/lead:block @min-[900px]/lead:border-l">
        <LeadClock lead={lead} className="order-2" />
        {live && duplicates && <div className="order-4">{duplicates}</div>}
        <MergedLeads lead={lead} className="order-4" />
        <Attribution lead={lead} className="order-6 border-t border-t-line-soft @min-[900px]/lead:border-t-0" />
        <StageHistory lead={lead} className="order-7" />
      </div>
    </div>
  );
}
