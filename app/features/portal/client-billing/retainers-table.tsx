import { CalendarSync } from "lucide-react";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TabsCount } from "~/ui/tabs.tsx";
import type { Retainer } from "./list-retainers.ts";
import type { UpcomingCharge } from "./list-upcoming-charges.ts";
import { RetainerRow } from "./retainer-row.tsx";

type Props = { retainers: Retainer[]; charges: UpcomingCharge[] };

/** A client's retainers: what runs, for how much a month, when it charges next, and until when. */
export function RetainersTable({ retainers, charges }: Props) {
  if (retainers.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<CalendarSync />}
          title="No retainers yet"
          text="When a monthly service begins, its price and its dates appear here."
        />
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>Retainers</CardTitle>
        <TabsCount>{retainers.length}</TabsCount>
      </CardHeader>
      <Table aria-label="Retainers" cards>
        <TableHeader>
          <TableRow>
            <TableHead>Retainer</TableHead>
            <TableHead>Status</TableHead>
            <TableHead numeric>Monthly</TableHead>
            <TableHead>Next charge</TableHead>
            <TableHead>Start</TableHead>
            <TableHead>End</TableHead>
            <TableHead>Term</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {retainers.map((retainer) => (
            <RetainerRow
              key={retainer.id}
              retainer={retainer}
              nextCharge={charges.find(({ retainer_id }) => retainer_id === retainer.id)?.charge_date}
            />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
