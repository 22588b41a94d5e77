import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type * as z from "~/shared/schema.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";

type Options<Values> = {
  schema: z.ZodMiniType<Values>;
  /** Returns field errors, or whether it saved. Only then does the form count as unchanged. */
  onSave: (values: Values) => Promise<FormErrors<Values> | boolean>;
};

/**
 * A form for stored values. It knows whether its values differ from those loaded or last saved, submits nothing without a change,
 * and keeps the input when saving fails.
 */
export function useSettingsForm<Values extends object>({ schema, onSave }: Options<Values>) {
  const element = useRef<HTMLFormElement | null>(null);
  const baseline = useRef<string | null>(null);
  const [dirty, setDirty] = useState(false);
  const form = useForm({
    schema,
    onSubmit: async (values: Values) => {
      const sent = serialize(element.current);
      const outcome = await onSave(values);
      if (typeof outcome === "object") return outcome;
      if (outcome) baseline.current = sent;
      setDirty(serialize(element.current) !== baseline.current);
    },
  });
  /** For controls that change without an input event, such as hidden inputs and added or removed rows. */
  const recheck = useCallback(() => {
    if (baseline.current !== null) setDirty(serialize(element.current) !== baseline.current);
  }, []);
  useEffect(() => {
    element.current = form.props.ref.current;
    baseline.current ??= serialize(element.current);
  }, [form.props.ref]);
  return {
    errors: form.errors,
    busy: form.busy,
    dirty,
    recheck,
    props: {
      ...form.props,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        // Enter in a field submits the form even while its button is disabled.
        if (dirty) return form.props.onSubmit(event);
        event.preventDefault();
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        form.props.onInput(event);
        recheck();
      },
    },
  } as const;
}

/** All values that the form would send. */
function serialize(form: HTMLFormElement | null): string {
  return form ? JSON.stringify([...new FormData(form)]) : "";
}
