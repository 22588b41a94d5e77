import { isConflict } from "~/shared/problem-text.ts";
import { ServiceError } from "~/shared/service-error.ts";
import type { FormErrors } from "~/shared/use-form.ts";

/** The refusal at the control that it is about; `controls` has their names by the database's. A conflict is about all of them. */
export function refusedField<Values>(
  error: unknown,
  controls: Partial<Record<string, keyof Values & string>>,
): FormErrors<Values> | undefined {
  if (!(error instanceof ServiceError) || isConflict(error)) return undefined;
  const control = controls[error.refusal?.field ?? ""];
  return control && ({ [control]: error.message } as FormErrors<Values>);
}
