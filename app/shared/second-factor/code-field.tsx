import { type ChangeEvent, useEffect, useRef } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { CODE_DIGITS, codeDigits } from "./code-schema.ts";

type Props = {
  label?: string;
  hint?: string;
  error?: string | undefined;
  /** The page is about this field: it has the focus from the start. */
  autoFocus?: boolean;
  /** Sends the form with the sixth digit; the hint must say so. */
  submitsWhenComplete?: boolean;
};

/** Where the six digits of an authenticator app go: typed, pasted with a space in it, or filled in by the browser. */
export function CodeField({
  label = "6-digit code",
  hint,
  error,
  autoFocus = false,
  submitsWhenComplete = false,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef("");
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (!error) return;
    // The next code is typed over the refused one.
    before.current = "";
    input.current?.select();
  }, [error]);
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const digits = codeDigits(currentTarget.value);
    if (digits !== currentTarget.value) currentTarget.value = digits;
    const complete = digits.length === CODE_DIGITS && digits !== before.current;
    before.current = digits;
    if (submitsWhenComplete && complete) currentTarget.form?.requestSubmit();
  };
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        ref={input}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={change}
        className="h-11 font-mono text-lg tracking-[0.3em] phone:h-12 phone:text-lg"
      />
    </Field>
  );
}
