import type { InputHTMLAttributes } from "react";
import { maxLengths } from "../../../../domain/submission-rules.ts";
import { type FieldProps, FormField } from "./form-field.tsx";
import styles from "./form-fields.module.css";

type Line = FieldProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "autoComplete" | "inputMode" | "placeholder"> & {
    maxLength: number;
  };

/** A single-line text field. */
export function TextField({ type = "text", autoComplete = "off", inputMode, placeholder, maxLength, ...field }: Line) {
  return (
    <FormField {...field}>
      {(described) => (
        <input
          {...described}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          placeholder={placeholder}
          maxLength={maxLength}
          defaultValue={field.state?.values?.[field.name]?.[0]}
        />
      )}
    </FormField>
  );
}

/** A text area that grows with its text. */
export function TextareaField({ placeholder, ...field }: FieldProps & { placeholder: string }) {
  return (
    <FormField {...field} wide>
      {(described) => (
        <textarea
          {...described}
          rows={4}
          maxLength={maxLengths.text}
          placeholder={placeholder}
          defaultValue={field.state?.values?.[field.name]?.[0]}
        />
      )}
    </FormField>
  );
}

type Select = FieldProps & { options: readonly string[]; preset: string };

export function SelectField({ options, preset, ...field }: Select) {
  return (
    <FormField {...field}>
      {(described) => (
        <span className={styles.select}>
          <select {...described} defaultValue={field.state?.values?.[field.name]?.[0] ?? preset}>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M2 4.5 6 8.5l4-4" />
          </svg>
        </span>
      )}
    </FormField>
  );
}
