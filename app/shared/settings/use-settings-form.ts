import type { FormEvent } from "react";
import type * as z from "~/shared/schema.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";

type Options<Values> = {
  schema: z.ZodMiniType<Values>;
  /** Returns field errors, or whether it saved. Only then does the form count as unchanged. */
  onSave: (values: Values) => Promise<FormErrors<Values> | boolean>;
};

/** A form for stored values. It submits nothing without a change, and keeps the input when saving fails. */
export function useSettingsForm<Values extends object>({ schema, onSave }: Options<Values>) {
  const form = useForm({
    schema,
    onSubmit: async (values: Values) => {
      const sent = form.serialize();
      const outcome = await onSave(values);
      if (typeof outcome === "object") return outcome;
      if (outcome) form.setBaseline(sent);
      return undefined;
    },
  });
  return {
    errors: form.errors,
    busy: form.busy,
    dirty: form.dirty,
    recheck: form.recheck,
    props: {
      ...form.props,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        // Enter in a field submits the form even while its button is disabled.
        if (form.dirty) return form.props.onSubmit(event);
        event.preventDefault();
      },
    },
  } as const;
}
