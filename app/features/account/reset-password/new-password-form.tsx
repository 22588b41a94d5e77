import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import * as z from "~/shared/schema.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { newPasswordRules } from "../lib/new-password-rules.ts";
import { NewPasswordFields, updatePassword } from "../lib/passwords.tsx";

/** Spec §9: redirect after password reset. */
const REDIRECT_AFTER_MS = 2_000;

/** The new-password form with confirmation. On success it redirects to /dashboard (spec §2). */
export function NewPasswordForm() {
  const [done, setDone] = useState(false);
  useRedirectWhen(done);
  const { props, errors, busy } = useActionForm({
    schema: newPasswordSchema,
    action: ({ password }) => updatePassword(password),
    successMessage: AUTH_SUCCESS.passwordUpdate,
    errorMessage: UNEXPECTED,
    fieldErrors: (error) =>
      error instanceof AuthProblem && ["weak-password", "same-password"].includes(error.code)
        ? { password: problemText(error, UNEXPECTED) }
        : undefined,
    onSuccess: () => setDone(true),
  });
  return (
    <form {...props} className="grid gap-5">
      <NewPasswordFields
        labels={["New password", "Confirm new password"]}
        errors={errors}
        autoFocus
        className="gap-5"
      />
      <Button type="submit" variant="primary" size="lg" disabled={done} loading={busy}>
        {done ? "Taking you to your dashboard…" : "Update Password"}
      </Button>
    </form>
  );
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

/** Spec §5 Reset password: the rules are the same as for sign-up. */
const newPasswordSchema = z.object({ password: text, confirmPassword: text }).check(newPasswordRules);
