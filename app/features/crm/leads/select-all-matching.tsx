import { Button } from "~/ui/button.tsx";
import { numberFormat } from "../lib/lead-row.ts";

type Props = { loadedCount: number; totalCount: number; onSelectAll: () => void };

/** Everything that is loaded is selected: the rest that matches is one click away. */
export function SelectAllMatching({ loadedCount, totalCount, onSelectAll }: Props) {
  return (
    <p
      className="flex items-center justify-center gap-2 border-line border-b bg-accent-tint py-1 text-13"
      role="status"
    >
      {numberFormat.format(loadedCount)} loaded leads are selected.
      <Button size="sm" variant="ghost" onClick={onSelectAll}>
        Select all {numberFormat.format(totalCount)} matching
      </Button>
    </p>
  );
}
