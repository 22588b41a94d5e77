import { type FormEvent, useCallback, useRef, useState } from "react";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import type * as z from "./schema.ts";

/** Errors by control name. */
export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** The rules for the values, or a function that loads them, for a page that opens without them. */
export type FormSchema<Values> = z.ZodMiniType<Values> | (() => Promise<z.ZodMiniType<Values>>);

type Options<Values> = {
  /** If it is a function, it runs with the first attempt, and again after a failure. */
  schema: FormSchema<Values>;
  /** Called when the rules can't be loaded. Nothing is sent then. */
  onLoadError?: (error: unknown) => void;
  /** Returns the field errors from the server, or nothing. */
  onSubmit: (values: Values) => Promise<FormErrors<Values> | undefined>;
};

/**
 * A form with uncontrolled inputs. It reads them on submit, so it includes autofilled values and input from before hydration.
 * Errors appear at their fields, and the first one gets focus. A correction removes the field's error. Only one submit runs at a
 * time. It knows whether its values differ from those at first, so that the surrounding dialog or page can ask before it discards
 * them.
 */
export function useForm<Values extends object>({ schema, onLoadError, onSubmit }: Options<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const rules = useRef<z.ZodMiniType<Values>>(undefined);
  if (typeof schema !== "function") rules.current = schema;
  const baseline = useRef("");
  const [dirty, setDirty] = useState(false);

  /** For controls that change without an input event, such as hidden inputs and added or removed rows. */
  const recheck = useCallback(() => setDirty(serialize(element.current) !== baseline.current), []);
  /** Values count as unchanged from now on: those of the form, or those that were sent earlier. */
  const setBaseline = useCallback(
    (values: string = serialize(element.current)) => {
      baseline.current = values;
      recheck();
    },
    [recheck],
  );
  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      element.current = form;
      if (form) setBaseline();
    },
    [setBaseline],
  );

  const show = (found: FormErrors<Values>) => {
    setErrors(found);
    focusFirst(element.current, Object.keys(found));
  };
  const send = async (form: HTMLFormElement) => {
    if (sending.current) return;
    sending.current = true;
    try {
      if (typeof schema === "function" && !rules.current) {
        setBusy(true);
        rules.current = await schema().catch((error: unknown) => {
          onLoadError?.(error);
          return undefined;
        });
      }
      if (!rules.current) return;
      const { values, found } = check(rules.current, form);
      if (!values) return show(found);
      setErrors({});
      setBusy(true);
      const refused = await onSubmit(values);
      if (refused) show(refused);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    element,
    errors,
    busy,
    dirty,
    recheck,
    setBaseline,
    serialize: () => serialize(element.current),
    reset: () => {
      element.current?.reset();
      recheck();
    },
    props: {
      ref,
      method: "post",
      noValidate: true,
      onKeyDown: submitOnModEnter,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        recheck();
        if (!rules.current || Object.keys(errors).length === 0) return;
        const { found } = check(rules.current, event.currentTarget);
        setErrors(keepFixedErrors(errors, found));
      },
    },
  } as const;
}

/** All values that the form would send. */
function serialize(form: HTMLFormElement | null): string {
  return form ? JSON.stringify([...new FormData(form)]) : "";
}

function check<Values>(schema: z.ZodMiniType<Values>, form: HTMLFormElement) {
  const result = schema.safeParse(Object.fromEntries(new FormData(form)));
  if (result.success) return { values: result.data, found: {} as FormErrors<Values> };
  const found: Record<string, string> = {};
  for (const { path, message } of result.error.issues) found[String(path[0])] ??= message;
  return { values: null, found: found as FormErrors<Values> };
}

/** During corrections, errors disappear or change. New ones wait for the next attempt. */
function keepFixedErrors<Errors extends object>(shown: Errors, found: Errors): Errors {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in shown)) as Errors;
}

/** In page order, which is the order of corrections. */
function focusFirst(form: HTMLFormElement | null, names: string[]): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => names.includes(name))?.focus();
}
