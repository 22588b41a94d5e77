import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Card } from "~/ui/card.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { shiftsQuery } from "./api.ts";
import { NowCard } from "./now-card.tsx";
import { PeopleCard } from "./people-card.tsx";
import { RoutingEditor } from "./routing-editor.tsx";
import { WeekCard } from "./week-card.tsx";

/** Who is on shift now, the week, and everyone's hours. Leaders also decide here who gets which leads. */
export function ShiftsScreen() {
  const query = useQuery(shiftsQuery);
  return (
    <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
      <PageHeader description="New leads and escalations go only to people who are on shift." />
      <QueryBoundary
        query={query}
        errorMessage="The shifts couldn't be loaded"
        skeleton={
          <Card>
            <TableSkeleton label="Loading the shifts" />
          </Card>
        }
      >
        {(shifts) => (
          <>
            <NowCard shifts={shifts} />
            <WeekCard shifts={shifts} />
            <PeopleCard shifts={shifts} />
            {shifts.is_leader && <RoutingEditor shifts={shifts} />}
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
