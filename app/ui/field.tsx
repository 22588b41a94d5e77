import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, type SyntheticEvent, use, useId, useState } from "react";
import { cn } from "./cn.ts";
import { unfinishedDateError } from "./unfinished-date.ts";

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const FieldContext = createContext<FieldState | null>(null);

type Props = {
  label: ReactNode;
  /** Help text, shown before any error. */
  hint?: ReactNode;
  /** The error and how to fix it; undefined when valid. */
  error?: ReactNode;
  required?: boolean;
  /** For places where a heading or placeholder already shows the label. */
  hideLabel?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A control with its label, hint and error. The control connects itself through useFieldControl. */
export function Field({ label, hint, error: wrong, required = false, hideLabel, id, className, children }: Props) {
  const [unfinished, setUnfinished] = useState<string>();
  const error = unfinished ?? wrong;
  const readInput = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) setUnfinished(unfinishedDateError(target));
  };
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    // A part of a date is an error only when the form is sent.
    <div
      className={cn("grid min-w-0 content-start gap-1.5", className)}
      onInvalidCapture={readInput}
      {...(unfinished && { onInput: readInput, onBlur: readInput })}
    >
      <label htmlFor={controlId} className={cn("wrap-anywhere font-medium text-13", hideLabel && "sr-only")}>
        {label}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-accent-ink">
            *
          </span>
        )}
      </label>
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

export function FieldHint({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="text-ink-3 text-xs">
      {children}
    </p>
  );
}

/** Red with an icon, because color alone is not enough. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="flex items-start gap-1 text-bad-fg text-xs">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

type ControlProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
  "aria-required"?: boolean | "true" | "false" | undefined;
};

/** The attributes that connect a control to its Field. The caller's own attributes win. */
export function useFieldControl(props: ControlProps): ControlProps {
  const field = use(FieldContext);
  const described = [props["aria-describedby"], field?.describedBy].filter(Boolean).join(" ");
  return {
    id: props.id ?? field?.id,
    "aria-describedby": described || undefined,
    "aria-invalid": props["aria-invalid"] ?? (field?.invalid || undefined),
    "aria-required": props["aria-required"] ?? (field?.required || undefined),
  };
}
