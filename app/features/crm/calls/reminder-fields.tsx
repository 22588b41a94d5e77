import { useId } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { FieldError } from "~/ui/field.tsx";

const REMINDERS: [minutes: number, label: string][] = [
  [10_080, "1 week before"],
  [2880, "2 days before"],
  [1440, "24 hours before"],
  [240, "4 hours before"],
  [60, "1 hour before"],
  [15, "15 minutes before"],
];

type Props = { chosen: number[]; problem: string | undefined; onChange: (chosen: number[]) => void };

/** When the visitor is reminded, in minutes before the call. */
export function ReminderFields({ chosen, problem, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="grid gap-2" aria-describedby={problem && id}>
      <legend className="sr-only">Reminders to the visitor</legend>
      <div className="grid grid-cols-3 gap-2 phone:grid-cols-1">
        {[...REMINDERS, ...otherReminders(chosen)].map(([minutes, label], at) => (
          <Checkbox
            key={minutes}
            data-invalid={at === 0 && problem ? "" : undefined}
            label={label}
            checked={chosen.includes(minutes)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, minutes] : chosen.filter((one) => one !== minutes))
            }
          />
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}

/** Reminders that the list does not offer, such as those of a seed. */
const otherReminders = (chosen: number[]): [number, string][] =>
  chosen
    .filter((minutes) => !REMINDERS.some(([known]) => known === minutes))
    .map((minutes) => [minutes, `${minutes} minutes before`]);
