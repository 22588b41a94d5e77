import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AUTH_SUCCESS } from "~/shared/auth-messages.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { factorProblemText } from "~/shared/second-factor/factor-problem.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { PasswordStrengthHint } from "../lib/password-strength-hint.tsx";
import { changePassword, type PasswordChangeError } from "./change-password.ts";
import { FactorCodeFields, readFactorCode } from "./factor-code-fields.tsx";
import { passwordSchema } from "./password-schema.ts";

/** The current password, with the code of two-step sign-in where it is on; the new one, and the new one again. */
export function PasswordForm({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const { props, errors, busy, reset } = useForm({
    schema: passwordSchema,
    onSubmit: async ({ current, password, ...code }) => {
      const refused = await changePassword({ email, current, factorCode: readFactorCode(code), next: password }).catch(
        () => ({ field: "password", problem: { code: "unexpected" } }) as const,
      );
      if (refused?.field === "code") await client.invalidateQueries({ queryKey: queryKeys.authenticatorApps(userId) });
      if (refused) return explain(refused);
      reset();
      setTyped("");
      toast.success(AUTH_SUCCESS.passwordUpdate);
    },
  });
  return (
    <form {...props} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errors.current}>
        <PasswordInput autoComplete="current-password" name="current" />
      </Field>
      <FactorCodeFields userId={userId} error={errors.code} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New password" error={errors.password}>
          <PasswordInput
            autoComplete="new-password"
            name="password"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        <Field label="Confirm new password" error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" name="confirmPassword" />
        </Field>
      </div>
      <PasswordStrengthHint password={typed} />
      <Button type="submit" variant="primary" className="justify-self-start phone:w-full" loading={busy}>
        <span>Change password</span>
      </Button>
    </form>
  );
}

/** What was refused, at its field; what concerns none of them as a toast. */
function explain({ field, problem }: PasswordChangeError) {
  if (problem.code === "invalid-credentials") return { current: "This is not your current password" };
  if (field === "code") return { code: factorProblemText(problem) };
  const about = problem.code === "weak-password" || problem.code === "same-password";
  if (field === "password" && about) return { password: factorProblemText(problem) };
  toast.error(factorProblemText(problem));
}
