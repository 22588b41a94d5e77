import { ChevronRight } from "lucide-react";
import { formatDayOfWeek } from "../../../../domain/format-date.ts";
import type { ShownCall } from "./api.ts";
import { CallCard } from "./call-card.tsx";
import { returnsFocusToCall } from "./find-call.ts";
import { dayOf } from "./week.ts";

type Props = {
  days: string[];
  calls: ShownCall[];
  onFocus: (id: string) => void;
  onOpen: (call: ShownCall) => void;
};

/** The week as a list, for phones. Days before today are folded while others follow. */
export function CallList({ days, calls, onFocus, onOpen }: Props) {
  const today = dayOf(new Date());
  const filled = days
    .map((day) => ({ day, ofDay: calls.filter(({ starts_at }) => dayOf(new Date(starts_at)) === day) }))
    .filter(({ ofDay }) => ofDay.length > 0);
  const ahead = filled.filter(({ day }) => day >= today);
  const past = filled.filter(({ day }) => day < today);
  const section = ({ day, ofDay }: (typeof filled)[number]) => (
    <section key={day} aria-label={formatDayOfWeek(day)} className="border-line-soft border-b px-4 py-3">
      <h3 className="mb-2 font-medium text-13 text-ink-3">{formatDayOfWeek(day)}</h3>
      <ul className="grid gap-4">
        {ofDay.map((call) => (
          <li
            key={call.id}
            ref={returnsFocusToCall(call.id)}
            data-call={call.id}
            tabIndex={-1}
            className="border-line-soft not-first:border-t not-first:pt-4 focus-visible:rounded-ctl focus-visible:outline-offset-4"
            onFocus={() => onFocus(call.id)}
          >
            <CallCard call={call} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
  return (
    <div className="hidden phone:block">
      {past.length > 0 && ahead.length > 0 ? (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 border-line-soft border-b px-4 font-medium text-13 text-ink-2">
            <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
            Earlier this week
          </summary>
          {past.map(section)}
        </details>
      ) : (
        past.map(section)
      )}
      {ahead.map(section)}
    </div>
  );
}
