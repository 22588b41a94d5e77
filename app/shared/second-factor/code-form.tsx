import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { AuthProblem } from "../auth-messages.ts";
import { useForm } from "../use-form.ts";
import { CODE_DIGITS, codeDigits, codeSchema } from "./code-schema.ts";
import { factorProblemText } from "./factor-problem.ts";
import { verifyCode } from "./factors.ts";

type Props = {
  appId: string;
  /** The page is about this form: its field has the focus from the start. */
  autoFocus?: boolean;
  onVerified: () => Promise<void> | void;
  /** The buttons below the field; `busy` while a code is checked. */
  children: (busy: boolean) => ReactNode;
};

/** Asks for the code of one app and gives it to the server; what is wrong with it stands at the field. */
export function CodeForm({ appId, autoFocus, onVerified, children }: Props) {
  const { props, errors, busy } = useForm({
    schema: codeSchema,
    onSubmit: async ({ code }) => {
      const problem = await verifyCode(appId, code).catch((): AuthProblem => ({ code: "unexpected" }));
      if (problem) return { code: factorProblemText(problem) };
      await onVerified();
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <CodeField
        error={errors.code}
        hint="We check the code when you enter the sixth digit."
        submitsWhenComplete
        {...(autoFocus ? { autoFocus } : {})}
      />
      {children(busy)}
    </form>
  );
}

type CodeFieldProps = {
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
}: CodeFieldProps) {
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
