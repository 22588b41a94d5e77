import { Button } from "~/ui/button.tsx";
import { number } from "../lib/lead-row.ts";

type Props = { loaded: number; leads: number; onTake: () => void };

/** Everything that is loaded is selected: the rest that matches is one click away. */
export function SelectWhole({ loaded, leads, onTake }: Props) {
  return (
    <p
      className="flex items-center justify-center gap-2 border-line border-b bg-accent-tint py-1 text-13"
      role="status"
    >
      {number.format(loaded)} loaded leads are selected.
      <Button size="sm" variant="ghost" onClick={onTake}>
        Select all {number.format(leads)} matching
      </Button>
    </p>
  );
}
