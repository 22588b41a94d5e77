import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { visitsQuery } from "./api.ts";
import { ClickCard } from "./click-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { ReadingCard } from "./reading-card.tsx";

/** What the visitors of a page became, how they read it, and where they clicked. */
export function VisitsSection({ pageId, version, days }: { pageId: string; version: number; days: number }) {
  const visits = useQuery(visitsQuery(pageId, days));
  return (
    <>
      <QueryBoundary
        query={visits}
        errorMessage="Couldn't load what visitors did"
        skeleton={<Skeleton className="h-64 rounded-card" />}
      >
        {(data) => (
          <>
            <FunnelCard pageId={pageId} visits={data} live={version} />
            <ReadingCard visits={data} live={version} />
          </>
        )}
      </QueryBoundary>
      <ClickCard pageId={pageId} version={version} />
    </>
  );
}
