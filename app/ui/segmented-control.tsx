import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

type Segment<Value extends string> = { value: Value; label: string; icon?: ReactNode; disabled?: boolean };

type Props<Value extends string> = {
  /** The group's name, for screen readers. */
  legend: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows only icons. The labels stay as accessible names. */
  iconsOnly?: boolean;
  className?: string;
};

/** A choice of two to four views or settings, all visible. Radio inputs give arrow-key support. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const { legend, options, value, onChange, iconsOnly, className } = props;
  const name = useId();
  return (
    <fieldset className={cn("inline-flex w-fit gap-0.5 rounded-ctl bg-mute-bg p-0.5 forced:border", className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={SEGMENT}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className={cn(iconsOnly && "sr-only")}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const SEGMENT = [
  "relative inline-flex h-6 cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-sm border border-transparent px-2 font-medium text-ink-2 text-xs justify-center phone:h-11 phone:min-w-11 phone:px-3 phone:text-13 touch:h-11 touch:min-w-11 touch:px-3",
  "hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:text-ink has-checked:shadow-[inset_0_1px_0_var(--sheen)]",
  "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 forced:has-checked:border-[Highlight]",
  "has-disabled:cursor-not-allowed has-disabled:text-ink-4 [&>svg]:size-3.5",
].join(" ");
