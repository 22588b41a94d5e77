import { useRef } from "react";
import { UNEXPECTED } from "./auth-problem.ts";
import { problemText } from "./problem-text.ts";
import { toast } from "./toast.ts";
import { type ActionOptions, useAction } from "./use-action.ts";
import { type FormErrors, type FormSchema, useForm } from "./use-form.ts";

type Options<Values, Answer> = Omit<ActionOptions<Values, Answer>, "handleError" | "showProblem" | "canRetry"> & {
  schema: FormSchema<Values>;
  /** The fields that an error is about. It appears at them, and in a toast only with `toastsFieldErrors`. */
  fieldErrors?: (error: unknown) => FormErrors<Values> | undefined;
  toastsFieldErrors?: boolean;
  /** Clears the form after each success, for a form that adds several items in a row. */
  resets?: boolean;
};

/** A form that passes its values to one action. */
export function useActionForm<Values extends object, Answer = unknown>(options: Options<Values, Answer>) {
  const { schema, fieldErrors, toastsFieldErrors = false, resets = false, ...action } = options;
  const refused = useRef<FormErrors<Values>>(undefined);
  const { run, busy } = useAction<Values, Answer>({
    ...action,
    handleError: (error) => {
      refused.current = fieldErrors?.(error);
      return refused.current !== undefined && !toastsFieldErrors;
    },
  });
  const form = useForm<Values>({
    schema,
    onLoadError: (error) => toast.error(problemText(error, UNEXPECTED)),
    onSubmit: async (values) => {
      refused.current = undefined;
      if ((await run(values)) && resets) form.reset();
      return refused.current;
    },
  });
  return { ...form, busy: form.busy || busy };
}
