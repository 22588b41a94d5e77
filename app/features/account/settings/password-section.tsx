import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AUTH_SUCCESS } from "~/shared/auth-messages.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { factorProblemText } from "~/shared/second-factor/factor-problem.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { passwordProblems } from "../../../../domain/password-rules.ts";
import { PASSWORD_TEXTS, PasswordStrengthHint } from "../lib/passwords.tsx";
import { changePassword, type PasswordChangeError } from "./api.ts";
import { FactorCodeFields, factorCodeShape, readFactorCode } from "./factor-code-fields.tsx";

/** The password, and what changing it does. */
export function PasswordSection({ userId, email }: { userId: string; email: string }) {
  return (
    <SettingsCard
      title="Password"
      text="At least 6 characters. Changing it signs out your other devices and takes back a change of address that is not confirmed yet."
    >
      <PasswordForm userId={userId} email={email} />
      <p className="mt-4 text-13 text-ink-3">
        Forgotten it? Sign out, then choose “Forgot your password?” on the sign-in page.
      </p>
    </SettingsCard>
  );
}

/** The current password, with the code of two-step sign-in where it is on; the new one, and the new one again. */
function PasswordForm({ userId, email }: { userId: string; email: string }) {
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

/** Spec §5: the rules of a new password; the current one proves who asks. */
const passwordSchema = z
  .object({ current: z.string(), password: z.string(), confirmPassword: z.string(), ...factorCodeShape })
  .check(
    z.superRefine(
      ({ current, password, confirmPassword }, context) => {
        if (!current)
          context.addIssue({ code: "custom", path: ["current"], message: "Your current password is required" });
        for (const problem of passwordProblems(password ?? "", confirmPassword ?? "")) {
          const path = [problem === "mismatch" ? "confirmPassword" : "password"];
          context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
        }
      },
      { when: () => true },
    ),
  );

type PasswordValues = z.output<typeof passwordSchema>;
