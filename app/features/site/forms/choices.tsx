import { clsx } from "clsx";
import styles from "./choices.module.css";
import type { FieldProps } from "./form-field.tsx";
import fields from "./form-fields.module.css";

type Props = Pick<FieldProps, "state" | "name" | "label"> & {
  options: readonly string[];
  /** A single choice, or any number. */
  type: "radio" | "checkbox";
  preset?: string;
};

/** Options that are all visible: a single choice (a segmented row) or multiple choice (checkboxes). */
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
