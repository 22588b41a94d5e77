import { clsx } from "clsx";
import styles from "./choices.module.css";
import type { FieldProps } from "./form-field.tsx";
import fields from "./form-fields.module.css";

type Props = Pick<FieldProps, "state" | "name" | "label"> & {
  options: readonly string[];
  /** One of them, or any number. */
  type: "radio" | "checkbox";
  preset?: string;
};

/** Options to be seen at once: one of few (a segmented row) or any of several (a list to tick). */
export function Choices({ state, name, label, options, type, preset }: Props) {
  const chosen = state?.values ? (state.values[name] ?? []) : [preset];
  return (
    <fieldset
      className={type === "radio" ? clsx(fields.field, styles.segments) : clsx(fields.field, fields.wide, styles.ticks)}
    >
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type={type} name={name} value={option} defaultChecked={chosen.includes(option)} />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
