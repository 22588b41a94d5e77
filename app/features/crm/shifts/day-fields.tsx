import { Copy, Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import {
  DAY_NAMES,
  isAllDay,
  MAX_SHIFTS,
  nextShift,
  SHIFT_DAYS,
  type ShiftDay,
  type ShiftProblem,
} from "../../../../domain/shifts.ts";

type Range = [string, string];

type Props = {
  day: ShiftDay;
  ranges: Range[];
  problem: ShiftProblem | undefined;
  onChange: (ranges: Range[]) => void;
  /** Gives these days the shifts of this one. */
  onCopy: (days: readonly ShiftDay[]) => void;
};

/** A day of a week: whether it has shifts, and from when to when. On a phone, the times are below the name. */
export function DayFields({ day, ranges, problem, onChange, onCopy }: Props) {
  const name = DAY_NAMES[day];
  const allDay = isAllDay(ranges);
  const isOn = ranges.length > 0;
  // What the checkbox and All day return to.
  const [timed, setTimed] = useState<Range[]>([["09:00", "17:00"]]);
  if (isOn && !allDay && timed !== ranges) setTimed(ranges);
  return (
    <fieldset className="relative grid min-w-0 grid-cols-[8rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1.5 border-line-soft border-b py-2 last:border-b-0 phone:grid-cols-[minmax(0,1fr)_auto]">
      <legend className="sr-only">{name}</legend>
      <Checkbox
        label={name}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? timed : [])}
        className="[&>label]:items-center md:[&>label]:min-h-9 [&_span]:mt-0"
      />
      <div className="grid min-w-0 gap-1.5 empty:hidden phone:col-span-2 phone:row-start-2">
        {allDay && <span className={`${LINE} text-13 phone:hidden`}>24 hours</span>}
        {!isOn && <span className={`${LINE} text-13 text-ink-3 phone:hidden`}>Off</span>}
        {!allDay &&
          ranges.map((range, at) => (
            <RangeFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a range has no name but its place
              key={at}
              label={`${name} shift ${at + 1}`}
              range={range}
              wrong={problem?.at === at ? problem.part : undefined}
              problemId={`${day}-problem`}
              onChange={(next) => onChange(ranges.with(at, next))}
              // The checkbox removes the only one.
              onRemove={ranges.length > 1 ? () => onChange(ranges.toSpliced(at, 1)) : null}
            />
          ))}
        <FieldError id={`${day}-problem`}>{problem?.text}</FieldError>
      </div>
      {isOn && (
        <div className={`${LINE} gap-0.5 phone:col-start-2 phone:row-start-1`}>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`All day on ${name}`}
            aria-pressed={allDay}
            className="px-2 aria-pressed:bg-press"
            onClick={() => onChange(allDay ? timed : [["00:00", "24:00"]])}
          >
            All day
          </Button>
          <IconButton
            label={`Add a shift on ${name}`}
            size="sm"
            disabled={allDay || ranges.length >= MAX_SHIFTS}
            onClick={() => onChange([...ranges, nextShift(ranges)])}
          >
            <Plus aria-hidden="true" />
          </IconButton>
          <CopyMenu name={name} onCopy={onCopy} />
        </div>
      )}
    </fieldset>
  );
}

/** As high as a field, so that what is beside fields is at their middle. */
const LINE = "flex min-h-9 items-center phone:min-h-11";

type RangeProps = {
  label: string;
  range: Range;
  /** The field that the problem is about. */
  wrong: "from" | "to" | undefined;
  problemId: string;
  onChange: (range: Range) => void;
  onRemove: (() => void) | null;
};

function RangeFields({ label, range: [from, to], wrong, problemId, onChange, onRemove }: RangeProps) {
  const note = useId();
  const endsNextDay = from !== "" && to !== "" && to < from;
  const common = { type: "time", className: "w-30 phone:w-auto phone:flex-1 phone:px-2" };
  const fault = (part: "from" | "to") => wrong === part && { "aria-invalid": true, "aria-describedby": problemId };
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Input
        {...common}
        {...fault("from")}
        aria-label={`${label} from`}
        value={from}
        onChange={({ currentTarget: { value } }) => onChange([value, to])}
      />
      <span className="text-13 text-ink-3">to</span>
      <Input
        {...common}
        {...(endsNextDay && { "aria-describedby": note })}
        {...fault("to")}
        aria-label={`${label} to`}
        // A time field has no 24:00.
        value={to === "24:00" ? "00:00" : to}
        onChange={({ currentTarget: { value } }) => onChange([from, value === "00:00" ? "24:00" : value])}
      />
      {endsNextDay && (
        <span id={note} className="-mt-1 order-last basis-full text-13 text-ink-3">
          the next day
        </span>
      )}
      {onRemove && (
        <IconButton label={`Remove ${label}`} size="sm" onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

const WORKDAYS = SHIFT_DAYS.slice(0, 5);

function CopyMenu({ name, onCopy }: { name: string; onCopy: Props["onCopy"] }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={`Copy ${name} to other days`} size="sm">
          <Copy aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Copy to</DropdownMenuLabel>
        <DropdownMenuItem onSelect={() => onCopy(SHIFT_DAYS)}>Every day</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onCopy(WORKDAYS)}>Monday to Friday</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
