import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { AUTH_SUCCESS, type AuthProblem, authProblemText } from "~/shared/auth-messages.ts";
import * as z from "~/shared/schema.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { passwordProblems } from "../../../../domain/password-rules.ts";
import { PASSWORD_TEXTS, PasswordStrengthHint, updatePassword } from "../lib/passwords.tsx";

/** Spec §9: redirect after password reset. */
const REDIRECT_AFTER_MS = 2_000;

/** The new-password form with confirmation; after success on to /dashboard (spec §2). */
export function NewPasswordForm() {
  const [done, setDone] = useState(false);
  const [typed, setTyped] = useState("");
  useRedirectWhen(done);
  const { props, errors, busy } = useForm({
    schema: newPasswordSchema,
    onSubmit: async ({ password }) => {
      const problem = await updatePassword(password).catch((): AuthProblem => ({ code: "unexpected" }));
      if (problem) return explain(problem);
      toast.success(AUTH_SUCCESS.passwordUpdate);
      setDone(true);
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <div className="grid gap-1">
        <Field label="New password" error={errors.password}>
          <PasswordInput
            name="password"
            autoComplete="new-password"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        <PasswordStrengthHint password={typed} />
      </div>
      <Field label="Confirm new password" error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" disabled={done} loading={busy}>
        {done ? "Taking you to your dashboard…" : "Update Password"}
      </Button>
    </form>
  );
}

function explain(problem: AuthProblem) {
  const text = authProblemText(problem);
  if (problem.code === "weak-password" || problem.code === "same-password") return { password: text };
  toast.error(text);
}

function useRedirectWhen(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate("/dashboard", { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}

const text = z._default(z.string(), "");

/** Spec §5 Reset password: the same rules as for sign-up. */
const newPasswordSchema = z.object({ password: text, confirmPassword: text }).check(
  z.superRefine(({ password, confirmPassword }, context) => {
    for (const problem of passwordProblems(password, confirmPassword)) {
      const path = [problem === "mismatch" ? "confirmPassword" : "password"];
      context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
    }
  }),
);

type NewPassword = z.output<typeof newPasswordSchema>;
