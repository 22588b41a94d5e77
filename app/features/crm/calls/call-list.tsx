import { Button } from "~/ui/button.tsx";
import { formatDayOfWeek } from "../../../../domain/format-date.ts";
import { CallOutcomePanel } from "../lib/call-outcome.tsx";
import type { ShownCall } from "./api.ts";
import { dayOf } from "./week.ts";

type Props = {
  days: string[];
  calls: ShownCall[];
  onOpen: (call: ShownCall) => void;
  onMove: (call: ShownCall) => void;
};

/** The week as a list, for phones. */
export function CallList({ days, calls, onOpen, onMove }: Props) {
  return (
    <div className="hidden phone:block">
      {days
        .map((day) => ({ day, ofDay: calls.filter(({ starts_at }) => dayOf(new Date(starts_at)) === day) }))
        .filter(({ ofDay }) => ofDay.length > 0)
        .map(({ day, ofDay }) => (
          <section key={day} aria-label={formatDayOfWeek(day)} className="border-line-soft border-b px-4 py-3">
            <h3 className="mb-2 font-semibold text-sm">{formatDayOfWeek(day)}</h3>
            <ul className="grid gap-4">
              {ofDay.map((call) => (
                <li key={call.id} className="grid gap-2">
                  <p className="wrap-anywhere font-medium">{call.name}</p>
                  <CallOutcomePanel call={call} />
                  <div className="flex gap-2">
                    {call.can_open && <Button onClick={() => onOpen(call)}>Open lead</Button>}
                    {call.state === "booked" && <Button onClick={() => onMove(call)}>Move</Button>}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
