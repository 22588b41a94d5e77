import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { UNEXPECTED } from "../auth-problem.ts";
import { problemText } from "../problem-text.ts";
import { useActionForm } from "../use-action-form.ts";
import { CODE_DIGITS, codeDigits, codeSchema } from "./code-schema.ts";
import { type AuthenticatorApp, verifyCode } from "./factors.ts";

type Props = {
  appId: string;
  /** Focuses the field at first. */
  autoFocus?: boolean;
  onVerified: () => Promise<void> | void;
  /** The buttons below the field; `busy` during verification. */
  children: (busy: boolean) => ReactNode;
};

/** Asks for a code from one app and verifies it. */
export function CodeForm({ appId, autoFocus, onVerified, children }: Props) {
  const { props, errors, busy } = useActionForm({
    schema: codeSchema,
    action: ({ code }) => verifyCode(appId, code),
    errorMessage: UNEXPECTED,
    fieldErrors: (error) => ({ code: problemText(error, UNEXPECTED) }),
    onSuccess: onVerified,
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

type AppSelectProps = Omit<ComponentProps<typeof NativeSelect>, "children"> & { apps: readonly AuthenticatorApp[] };

/** Chooses the app for the code, for users with several apps. */
export function AppSelect({ apps, ...props }: AppSelectProps) {
  return (
    <Field label="Authenticator app">
      <NativeSelect {...props}>
        {apps.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

type CodeFieldProps = {
  label?: string;
  hint?: string;
  error?: string | undefined;
  /** Focuses the field at first. */
  autoFocus?: boolean;
  /** Submits the form with the sixth digit. The hint must say so. */
  submitsWhenComplete?: boolean;
};

/** The field for an authenticator app's six digits. They can be typed, pasted with a space, or autofilled. */
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
    // The next code replaces the rejected one.
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
