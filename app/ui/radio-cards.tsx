import { Check } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./cn.ts";
import { FieldError, FieldHint } from "./field.tsx";

type Option = {
  value: string;
  label: string;
  icon?: ReactNode;
  features?: readonly string[];
  disabled?: boolean;
};

type Props = {
  legend: string;
  name: string;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** The first input, which gets focus when nothing is selected. */
  ref?: Ref<HTMLInputElement>;
};

/** A choice between a few options with descriptions. Native radio inputs give keyboard and form support. */
export function RadioCards({ legend, name, options, value, onChange, hint, error, required, ref }: Props) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={[errorId, hintId].filter(Boolean).join(" ") || undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 font-medium text-13">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
        {options.map((option, index) => (
          <label key={option.value} className={cn(CARD, error && "border-bad-dot")}>
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              required={required}
              disabled={option.disabled}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-card opacity-0"
            />
            <span className="flex items-center gap-2 font-semibold text-ink text-sm [&_svg]:size-4">
              {option.icon}
              {option.label}
              <span className={DOT} aria-hidden="true" />
            </span>
            {option.features && <Features items={option.features} />}
          </label>
        ))}
      </div>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}

const CARD = [
  "group relative grid cursor-pointer content-start gap-2 rounded-card border border-line-strong bg-surface p-3.5 text-ink-2 text-xs",
  "hover:border-ink-3 hover:wash has-checked:border-accent has-checked:bg-[linear-gradient(var(--accent-tint),var(--accent-tint))]",
  "has-checked:shadow-[inset_0_0_0_.5px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
  "has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-mute-bg has-disabled:bg-none has-disabled:text-ink-3 has-disabled:[&_span]:text-ink-3",
].join(" ");

const DOT =
  "ml-auto size-4 shrink-0 rounded-full border-[1.25px] border-line-strong group-has-checked:border-[5px] group-has-checked:border-accent forced:group-has-checked:border-[Highlight]";

function Features({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-[3px]">
      {items.map((item) => (
        <li key={item} className="flex items-center gap-1.5">
          <Check
            aria-hidden="true"
            strokeWidth={2.25}
            className="size-3 shrink-0 text-ink-3 group-has-checked:text-accent-ink"
          />
          {item}
        </li>
      ))}
    </ul>
  );
}
