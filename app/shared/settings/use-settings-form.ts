import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type * as z from "~/shared/schema.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";

type Options<Values> = {
  schema: z.ZodMiniType<Values>;
  /** Answers what was refused, or whether it was saved: only then the form counts as unchanged. */
  onSave: (values: Values) => Promise<FormErrors<Values> | boolean>;
};

/**
 * A form over something stored: it knows whether anything differs from what was loaded or last saved. Nothing is sent
 * without a change, and what was typed stays when saving fails.
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
  /** For controls that change without an input event: hidden ones, and rows that come and go. */
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
        // Enter in a field sends the form whatever its button says.
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
