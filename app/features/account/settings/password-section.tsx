import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { newPasswordRules } from "../lib/new-password-rules.ts";
import { NewPasswordFields } from "../lib/passwords.tsx";
import { changePassword } from "./api.ts";
import { CurrentPasswordField } from "./current-password-field.tsx";
import { FactorCodeFields, factorCodeShape, readFactorCode } from "./factor-code-fields.tsx";

export function PasswordSection({ userId, email }: { userId: string; email: string }) {
  return (
    <SettingsCard title="Password" text="Changing it signs out your other devices and cancels a pending email change.">
      <PasswordForm userId={userId} email={email} />
    </SettingsCard>
  );
}

function PasswordForm({ userId, email }: { userId: string; email: string }) {
  const { props, errors, busy } = useActionForm({
    schema: passwordSchema,
    action: ({ current, password, ...code }) =>
      changePassword({ email, current, factorCode: readFactorCode(code), next: password }),
    successMessage: AUTH_SUCCESS.passwordUpdate,
    errorMessage: UNEXPECTED,
    fieldErrors,
    // The app may no longer exist.
    invalidates: [queryKeys.authenticatorApps(userId)],
    resets: true,
  });
  return (
    <form {...props} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField email={email} error={errors.current} />
      <FactorCodeFields userId={userId} error={errors.code} />
      <NewPasswordFields labels={["New password", "Confirm new password"]} errors={errors} className="sm:grid-cols-2" />
      <Button type="submit" variant="primary" className="justify-self-start phone:w-full" loading={busy}>
        <span>Change password</span>
      </Button>
    </form>
  );
}

function fieldErrors(error: unknown) {
  const text = problemText(error, UNEXPECTED);
  const { code, field } = error instanceof AuthProblem ? error : { code: null, field: null };
  if (code === "invalid-credentials") return { current: "This isn't your current password" };
  if (field === "code") return { code: text };
  if (field === null && (code === "weak-password" || code === "same-password")) return { password: text };
  return undefined;
}

/** Spec §5: the rules for a new password. The current password proves the user's identity. */
const passwordSchema = z
  .object({
    current: z.string().check(z.minLength(1, "Enter your current password")),
    password: z.string(),
    confirmPassword: z.string(),
    ...factorCodeShape,
  })
  .check(newPasswordRules);
