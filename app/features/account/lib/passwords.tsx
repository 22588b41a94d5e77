import { type ReactNode, useEffect, useRef, useState } from "react";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { passwordProblems, passwordStrength } from "../../../../domain/password-rules.ts";

const STRENGTHS = ["", "Weak: longer is better", "Fair password", "Good password", "Strong password"] as const;
const COLOURS = ["", "bg-bad-dot", "bg-warn-dot", "bg-ok-dot", "bg-ok-dot"] as const;
const RULE = "At least 6 characters";

type NewPasswordProps = {
  /** The labels of the two fields. */
  labels: [password: string, confirmation: string];
  errors: { password?: string; confirmPassword?: string };
  autoFocus?: boolean;
  className?: string;
};

/**
 * A new password, how hard it is to guess, and its confirmation. The bars keep their place, and the line below them has one
 * message: the rule, the strength, or what is wrong.
 */
export function NewPasswordFields({ labels, errors, autoFocus, className }: NewPasswordProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    const clear = () => setTyped("");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);
  const isCommon = useCommonPassword(typed);
  const strength = isCommon ? 1 : passwordStrength(typed);
  const isShort = passwordProblems(typed, typed).length > 0;
  const message = isShort ? RULE : isCommon ? "Weak: too common" : STRENGTHS[strength];
  return (
    <div className={cn("grid gap-4", className)}>
      <Field
        label={labels[0]}
        hint={errors.password ? undefined : <span aria-live="polite">{message}</span>}
        error={errors.password}
      >
        <PasswordInput
          ref={input}
          name="password"
          autoFocus={autoFocus}
          autoComplete="new-password"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className="grid grid-cols-4 gap-1" aria-hidden="true">
          {[1, 2, 3, 4].map((step) => (
            <span key={step} className={`h-1 rounded-full ${step <= strength ? COLOURS[strength] : "bg-line"}`} />
          ))}
        </span>
      </Field>
      <Field label={labels[1]} error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
    </div>
  );
}

type KnownPasswordProps = {
  label: string;
  name: string;
  error: string | undefined;
  hint?: ReactNode;
  /** The button for people who forgot it. */
  forgot: ReactNode;
  onForgot: () => void;
};

/** A password that the user has. The way to a new one is beside the label, and after the field in the tab order. */
export function KnownPasswordField({ label, name, error, hint, forgot, onForgot }: KnownPasswordProps) {
  return (
    <div className="relative">
      <Field label={label} error={error} hint={hint}>
        <PasswordInput name={name} autoComplete="current-password" />
      </Field>
      <button
        type="button"
        className="hit absolute top-0 right-0 cursor-pointer rounded-xs text-13 text-ink-2 underline underline-offset-2 hover:text-ink"
        onClick={onForgot}
      >
        {forgot}
      </button>
    </div>
  );
}

/** Whether the server will refuse the password as too common. Its list loads with the first letter that is typed. */
function useCommonPassword(password: string): boolean {
  const [isCommon, setCommon] = useState<(password: string) => boolean>(() => () => false);
  const isTyping = password !== "";
  useEffect(() => {
    if (isTyping)
      import("../../../../domain/common-passwords.ts").then(
        ({ isCommonPassword }) => setCommon(() => isCommonPassword),
        // The server checks it anyway.
        () => undefined,
      );
  }, [isTyping]);
  return isCommon(password);
}

/** Sets the signed-in user's password (spec §7: update user with password). Throws AuthProblem. */
export async function updatePassword(password: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ password });
  if (error) throw toAuthProblem(error, "/auth/v1/user");
}
