import { useId } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { Day } from "./working-week.ts";

type Props = { day: Day; label: string; hours: [string, string] | undefined; error: string | undefined };

/** One day: open or closed, from when to when. */
export function DayRow({ day, label, hours, error }: Props) {
  const id = useId();
  const shared = {
    type: "time",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? id : undefined,
  } as const;
  return (
    <div className="group border-line-soft border-b py-1.5 last:border-b-0">
      <div className="flex min-h-9 items-center gap-3 phone:min-h-11 phone:flex-wrap phone:gap-x-2 phone:gap-y-1">
        <Checkbox name={day} label={label} defaultChecked={Boolean(hours)} className="w-32 phone:w-28" />
        <span className="text-13 text-ink-3 group-has-[[type=checkbox]:checked]:hidden">Closed</span>
        <span className="flex min-w-0 items-center gap-2 group-has-[[type=checkbox]:not(:checked)]:hidden phone:w-full phone:pb-2">
          <Input
            {...shared}
            name={`${day}-from`}
            aria-label={`${label} from`}
            defaultValue={hours?.[0] ?? "09:00"}
            className="w-30 phone:w-auto phone:flex-1 phone:px-2"
          />
          <span className="text-13 text-ink-3">to</span>
          <Input
            {...shared}
            name={`${day}-to`}
            aria-label={`${label} to`}
            defaultValue={hours?.[1] ?? "18:00"}
            className="w-30 phone:w-auto phone:flex-1 phone:px-2"
          />
        </span>
      </div>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
