import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatCount } from "../../../domain/format-count.ts";
import { Card } from "../card.tsx";
import { HealthChip } from "../chip.tsx";
import { IconButton } from "../icon-button.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Table, TableActions, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../table.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const ROWS = [
  { business: "Northside Med Spa", title: "Lead Dashboard", health: "healthy", views: 1284 },
  { business: "Harbor & Pine Dental", title: "Sales Pipeline", health: "healthy", views: 962 },
  { business: "Pacific Solar Pros", title: "Campaign Analytics", health: "warning", views: 417 },
  { business: "Maison Verre", title: "Lead Dashboard", health: null, views: 0 },
];

export function Tables() {
  const [down, setDown] = useState(true);
  const rows = [...ROWS].sort((a, b) => (down ? b.views - a.views : a.views - b.views));
  return (
    <GallerySection id="tables" title="Tables">
      <Specimen title="Rest, hover, selected, loading. Two-line cards on a phone" className="block">
        <Card className="overflow-hidden">
          <Table aria-label="Dashboards" cards>
            <TableHeader>
              <TableRow>
                <TableHead>Business Name</TableHead>
                <TableHead>Dashboard Title</TableHead>
                <TableHead>Health Status</TableHead>
                <TableHead numeric sorted={down ? "descending" : "ascending"} onSort={() => setDown(!down)}>
                  Views
                </TableHead>
                <TableHead className="text-right">Actions</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.business} row={row} />
              ))}
              <LoadingRow />
            </TableBody>
          </Table>
        </Card>
      </Specimen>
    </GallerySection>
  );
}

function Row({ row }: { row: (typeof ROWS)[number] }) {
  return (
    <TableRow
      selected={row.business.startsWith("Pacific")}
      className={row.business.startsWith("Harbor") ? "bg-hover" : undefined}
    >
      <TableCell className="font-medium">{row.business}</TableCell>
      <TableCell className="text-ink-2">{row.title}</TableCell>
      <TableCell>
        <HealthChip health={row.health} />
      </TableCell>
      <TableCell numeric>{formatCount(row.views)}</TableCell>
      <TableCell className="phone:col-span-2">
        <TableActions>
          <IconButton size="sm" label={`Edit ${row.business}`}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton size="sm" label={`Delete ${row.business}`}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </TableActions>
      </TableCell>
    </TableRow>
  );
}

function LoadingRow() {
  return (
    <TableRow aria-hidden="true">
      <TableCell>
        <Skeleton className="w-36" />
      </TableCell>
      <TableCell>
        <Skeleton className="w-28" />
      </TableCell>
      <TableCell>
        <Skeleton className="h-5 w-16 rounded-sm" />
      </TableCell>
      <TableCell>
        <Skeleton className="ml-auto w-10" />
      </TableCell>
      <TableCell hideOnPhone />
    </TableRow>
  );
}
