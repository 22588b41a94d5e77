import { formatDayOfWeek } from "../../../../domain/format-date.ts";
import type { ShownCall } from "./api.ts";
import { CallCard } from "./call-card.tsx";
import { dayOf } from "./week.ts";

type Props = {
  days: string[];
  calls: ShownCall[];
  onOpen: (call: ShownCall) => void;
};

/** The week as a list, for phones. */
export function CallList({ days, calls, onOpen }: Props) {
  return (
    <div className="hidden phone:block">
      {days
        .map((day) => ({ day, ofDay: calls.filter(({ starts_at }) => dayOf(new Date(starts_at)) === day) }))
        .filter(({ ofDay }) => ofDay.length > 0)
        .map(({ day, ofDay }) => (
          <section key={day} aria-label={formatDayOfWeek(day)} className="border-line-soft border-b px-4 py-3">
            <h3 className="mb-2 font-medium text-13 text-ink-3">{formatDayOfWeek(day)}</h3>
            <ul className="grid gap-5">
              {ofDay.map((call) => (
                <li key={call.id}>
                  <CallCard call={call} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
