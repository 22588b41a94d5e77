import { useId } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { FieldError, FieldHint } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { DAY_NAMES } from "../../../../domain/shifts.ts";
import { orderedDays } from "../../../../domain/week-start.ts";
import type { TypeDraft } from "./api.ts";
import { OFFICE_HOURS } from "./meeting-type-draft.ts";

type Hours = Pick<TypeDraft, "bookable_days" | "bookable_from" | "bookable_until">;

type Props = {
  hours: Hours;
  /** The account's time zone. */
  zone: string;
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<Hours>) => void;
};

/** On which days and between which times a call can be booked, within the hosts' own hours. */
export function BookableFields({ hours, zone, errorOf, onChange }: Props) {
  const id = useId();
  const { bookable_days: chosen, bookable_from: from, bookable_until: until } = hours;
  const isAnyTime = from === null && until === null;
  const time = (field: "bookable_from" | "bookable_until", label: string) => {
    const value = hours[field] ?? "";
    const error = errorOf(field);
    return (
      <Input
        type="time"
        name={field}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-${field}` : undefined}
        // A time field has no 24:00.
        value={value === "24:00" ? "00:00" : value}
        onChange={({ target }) =>
          onChange({ [field]: field === "bookable_until" && target.value === "00:00" ? "24:00" : target.value })
        }
        className="w-30 phone:w-auto phone:flex-1 phone:px-2"
      />
    );
  };
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 font-medium text-13">Bookable hours</legend>
      <div className="flex flex-wrap gap-1.5 phone:grid phone:grid-cols-7 phone:gap-1">
        {orderedDays().map((day, at) => (
          <label key={day} className={DAY}>
            <input
              type="checkbox"
              name={at === 0 ? "bookable_days" : undefined}
              aria-label={DAY_NAMES[day]}
              aria-describedby={errorOf("bookable_days") ? `${id}-bookable_days` : undefined}
              aria-invalid={errorOf("bookable_days") ? true : undefined}
              checked={chosen.includes(day)}
              onChange={({ target }) =>
                onChange({
                  bookable_days: target.checked ? [...chosen, day] : chosen.filter((one) => one !== day),
                })
              }
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-ctl opacity-0"
            />
            {DAY_NAMES[day].slice(0, 3)}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-bookable_days`}>{errorOf("bookable_days")}</FieldError>
      <Checkbox
        label="Any time a host works"
        checked={isAnyTime}
        onChange={({ target }) =>
          onChange(target.checked ? { bookable_from: null, bookable_until: null } : OFFICE_HOURS)
        }
      />
      {!isAnyTime && (
        <div className="flex items-center gap-2">
          {time("bookable_from", "Bookable from")}
          <span className="text-13 text-ink-3">to</span>
          {time("bookable_until", "Bookable until")}
        </div>
      )}
      <FieldError id={`${id}-bookable_from`}>{errorOf("bookable_from")}</FieldError>
      <FieldError id={`${id}-bookable_until`}>{errorOf("bookable_until")}</FieldError>
      <FieldHint id={`${id}-hint`}>
        {isAnyTime
          ? `Days are in ${zoneText(zone)}. Hosts' shifts set the times.`
          : `In ${zoneText(zone)}. Each call starts and ends within these hours, while a host is on shift.`}
      </FieldHint>
    </fieldset>
  );
}

const DAY = [
  "relative grid min-h-9 min-w-12 cursor-pointer place-items-center rounded-ctl border border-line-strong bg-surface px-2 font-medium text-13 text-ink-2 phone:min-h-11 phone:min-w-0 phone:px-0 touch:min-h-11",
  "hover:border-ink-3 hover:text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-page",
  "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 forced:has-checked:border-[Highlight]",
].join(" ");
