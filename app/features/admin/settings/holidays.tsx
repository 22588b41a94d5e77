import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { normalizeHolidays } from "./working-week.ts";

/** Days without working hours. The surrounding form saves them. */
export function Holidays({ stored, onChange }: { stored: string[]; onChange: () => void }) {
  const [dates, setDates] = useState(() => normalizeHolidays(stored));
  const [next, setNext] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hidden field changes with the dates.
  useEffect(onChange, [dates, onChange]);
  const add = () => {
    setDates(normalizeHolidays([...dates, next]));
    setNext("");
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium text-13">Holidays</legend>
      <input type="hidden" name="holidays" value={JSON.stringify(dates)} />
      {dates.length === 0 ? (
        <p className="text-13 text-ink-3">No holidays yet. Response clocks pause on holidays.</p>
      ) : (
        <ul aria-label="Holidays" className="flex flex-wrap gap-1.5">
          {dates.map((date) => (
            <li key={date} className="flex h-7 items-center gap-1 rounded-sm bg-mute-bg pl-2 text-13 phone:h-11">
              {formatDay(date)}
              <button
                type="button"
                aria-label={`Remove ${formatDay(date)}`}
                onClick={() => setDates(dates.filter((each) => each !== date))}
                className="grid size-7 cursor-pointer place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink phone:size-11"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <Field label="Add a holiday">
          <Input
            type="date"
            value={next}
            max="9999-12-31"
            onChange={(event) => setNext(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !next) return;
              event.preventDefault();
              add();
            }}
            className="w-44"
          />
        </Field>
        <Button type="button" disabled={!next || dates.length >= 500} onClick={add} className="mb-0.5 phone:mb-0">
          Add
        </Button>
      </div>
    </fieldset>
  );
}
