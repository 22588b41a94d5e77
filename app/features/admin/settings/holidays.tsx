import { CalendarPlus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { federalHolidayName, federalHolidays, type Holiday } from "../../../../domain/us-holidays.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";
import { holidayProblem, readHolidays, sortHolidays } from "./working-week.ts";

const MAX_HOLIDAYS = 500;

type Props = {
  dates: string[];
  names: unknown;
  /** Days can have names of their own. Without them, each has the federal holiday's. */
  isNamed: boolean;
  /** Decides which day today is. */
  zone: string;
  onChange: () => void;
};

/** The federal holidays of this year and the next that are ahead and not in the list. */
function missingHolidays(days: readonly Holiday[], today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  return [...federalHolidays(year), ...federalHolidays(year + 1)].filter(
    ({ date }) => date >= today && !days.some((day) => day.date === date),
  );
}

/** Days without working hours, with their names. The surrounding form saves them, and one that is typed but not added yet, too. */
export function Holidays({ dates, names, isNamed, zone, onChange }: Props) {
  const [days, setDays] = useState(() => readHolidays(dates, names));
  const [date, setDate] = useState("");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const dateField = useRef<HTMLDivElement>(null);
  const focusInvalid = useFocusInvalid(dateField);
  const isFull = days.length >= MAX_HOLIDAYS;
  const typed = { date, name: name.trim() || (isNamed ? "" : federalHolidayName(date)) };
  const today = dayIn(Date.now(), zone);
  // One that can't be added still counts as typed, so that leaving asks.
  const withTyped = date && !isFull ? [...days, typed] : days;
  const stored = JSON.stringify(withTyped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hidden field changes without an input event
  useEffect(onChange, [stored, onChange]);
  const missing = missingHolidays(days, today);
  const years = [...new Set(missing.map((holiday) => holiday.date.slice(0, 4)))];
  const add = useEventCallback((): boolean => {
    const found = holidayProblem(date, days, today);
    setProblem(found);
    if (found) {
      focusInvalid();
      return false;
    }
    setDays(sortHolidays(withTyped));
    setDate("");
    setName("");
    return true;
  });
  // Save adds what is typed, so that the list shows it. One that can't be added holds it up.
  const addOnSubmit = useEventCallback((event: SubmitEvent) => {
    if (!date || isFull || add()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const form = dateField.current?.closest("form");
    form?.addEventListener("submit", addOnSubmit);
    return () => form?.removeEventListener("submit", addOnSubmit);
  }, [addOnSubmit]);
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!isFull) add();
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium text-13">Holidays</legend>
      <input type="hidden" name="holidays" value={stored} />
      <p className="text-13 text-ink-3">Response clocks pause on holidays.</p>
      {days.length > 0 && (
        <ul
          aria-label="Holidays"
          // The height ends within a row, so that people see that there are more.
          className="grid max-h-66 overflow-y-auto rounded-ctl border border-line sm:grid-cols-2"
        >
          {days.map((day) => (
            <HolidayItem
              key={day.date}
              holiday={day}
              onRemove={() => setDays(days.filter((each) => each.date !== day.date))}
            />
          ))}
        </ul>
      )}
      <div ref={dateField} className="flex flex-wrap items-start gap-2">
        <Field label="Add a holiday" error={problem}>
          <Input
            type="date"
            value={date}
            max="9999-12-31"
            onChange={(event) => {
              setDate(event.currentTarget.value);
              setProblem(null);
            }}
            onKeyDown={addOnEnter}
            className="w-44"
          />
        </Field>
        {isNamed && (
          <Field label="Name" className="min-w-40 flex-1">
            <Input
              value={name}
              maxLength={80}
              placeholder={date ? federalHolidayName(date) || "Company day" : "Company day"}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={addOnEnter}
            />
          </Field>
        )}
        <Button type="button" disabled={isFull} onClick={add} className="mt-6">
          Add
        </Button>
      </div>
      {isFull && <p className="text-13 text-ink-3">You can add at most {MAX_HOLIDAYS} holidays.</p>}
      {missing.length > 0 && days.length + missing.length <= MAX_HOLIDAYS && (
        <Button
          type="button"
          className="w-fit phone:w-full"
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() => setDays(sortHolidays([...days, ...missing]))}
        >
          <span>Add US federal holidays, {years.join(" and ")}</span>
        </Button>
      )}
    </fieldset>
  );
}

function HolidayItem({ holiday: { date, name }, onRemove }: { holiday: Holiday; onRemove: () => void }) {
  return (
    <li className="flex min-h-10 min-w-0 items-center gap-2 border-line-soft border-b py-0.5 pr-1 pl-3 text-13">
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name || "Day off"}
      </span>
      <time dateTime={date} className="shrink-0 text-ink-3 text-xs">
        {formatDay(date)}
      </time>
      <button
        type="button"
        aria-label={`Remove ${formatDay(date)}`}
        onClick={onRemove}
        className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink phone:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}
