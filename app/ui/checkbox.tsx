import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useCallback, useId } from "react";
import { cn } from "./cn.ts";
import { FieldError, FieldHint } from "./field.tsx";

type Props = Omit<ComponentProps<"input">, "type" | "ref"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean;
  /** Some of the items that it represents are selected. */
  indeterminate?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
};

/** A native checkbox with its label, 44 px tall on touch screens. */
export function Checkbox({ label, hint, error, hideLabel, indeterminate = false, ref, className, ...props }: Props) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      // Only a property sets this; it has no attribute.
      if (element) element.indeterminate = indeterminate;
      ref?.(element);
    },
    [indeterminate, ref],
  );
  // A hidden label becomes an attribute, because lists render many of these.
  const named = hideLabel && typeof label === "string" ? label : undefined;
  return (
    // The label is taller on a phone, where the text below must stay close to it.
    <div className={cn("grid gap-1 phone:[&>p:first-of-type]:-mt-3", className)}>
      <label className="flex w-fit cursor-pointer items-start gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:text-ink-3 phone:min-h-11 phone:items-center">
        <span className="relative mt-0.5 inline-grid size-4 shrink-0 phone:mt-0">
          <input
            {...props}
            ref={attach}
            type="checkbox"
            aria-label={named}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            className={BOX}
          />
          {(props.checked !== false || indeterminate) && <Icon indeterminate={indeterminate} />}
        </span>
        {!named && <span className={cn(hideLabel && "sr-only")}>{label}</span>}
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const BOX = [
  "peer hit col-start-1 row-start-1 m-0 size-4 cursor-[inherit] appearance-none rounded-xs border border-line-strong bg-surface hover:border-ink-3",
  "checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink aria-invalid:border-bad-dot",
  "disabled:border-line disabled:bg-mute-bg disabled:checked:bg-ink-4 forced:appearance-auto",
].join(" ");

function Icon({ indeterminate }: { indeterminate: boolean }) {
  const Shape = indeterminate ? Minus : Check;
  return (
    <Shape
      aria-hidden="true"
      strokeWidth={3}
      className="pointer-events-none relative col-start-1 row-start-1 m-auto size-3 text-page opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 forced:hidden"
    />
  );
}
