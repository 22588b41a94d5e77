import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./form-fields.module.css";
import type { FormState } from "./form-state.ts";

export type FieldProps = {
  /** Also names the form, because a page may have both. */
  form: FormState["form"];
  state: FormState | null;
  name: string;
  label: string;
  required?: boolean;
  wide?: boolean;
  hint?: string;
};

type Description = { id: string; name: string; required: boolean; "aria-describedby": string; "aria-invalid"?: true };

/** Connects a label, control and error. The island writes into the same elements. */
export function FormField({
  form,
  state,
  name,
  label,
  required = false,
  wide = false,
  hint,
  children,
}: FieldProps & { children: (described: Description) => ReactNode }) {
  const id = `${form}-${name}`;
  const problem = state?.problems?.[name];
  const described: Description = {
    id,
    name,
    required,
    "aria-describedby": `${id}-problem${hint ? ` ${id}-hint` : ""}`,
  };
  if (problem) described["aria-invalid"] = true;
  return (
    <div className={clsx(styles.field, wide && styles.wide)}>
      <label htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {children(described)}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <p className={styles.problem} id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  );
}

/** Screen readers get it from the control itself. */
function RequiredMark() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  );
}
