import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type * as z from "~/shared/schema.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";

type Options<Values> = {
  schema: z.ZodMiniType<Values>;
  /** Answers the errors of fields, or whether it was saved. The form counts as unchanged only then. */
  onSave: (values: Values) => Promise<FormErrors<Values> | boolean>;
};

/**
 * A form over something stored. It knows whether anything differs from what was loaded or last saved, sends nothing without
 * a change, and keeps what was typed when saving fails.
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
  /** For controls that change without an input event: hidden inputs, and rows that appear and disappear. */
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

/** Everything that the form would send. */
function serialize(form: HTMLFormElement | null): string {
  return form ? JSON.stringify([...new FormData(form)]) : "";
}
