import { useState } from "react";
import { AUTH_SUCCESS, type AuthProblem, authProblemText } from "~/shared/auth-messages.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { PasswordStrengthHint } from "../lib/password-strength-hint.tsx";
import { AccountTypeCards } from "./account-type-cards.tsx";
import type { AccountType } from "./account-types.ts";
import { signUpSchema } from "./auth-schemas.ts";
import { InvitationNotice } from "./invitation-notice.tsx";
import { signUp } from "./sign-up.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useInvitation } from "./use-invitation.ts";

/** Spec §2 Sign Up tab: on success the form is cleared and the e-mail asks for confirmation (spec §8). */
export function SignUpForm({ leaving, onSignInInstead }: { leaving: boolean; onSignInInstead: () => void }) {
  const hydrated = useHydrated();
  const lookup = useInvitation();
  const { invitation } = lookup;
  const [type, setType] = useState<AccountType>();
  const [password, setPassword] = useState("");
  const { props, errors, busy, reset } = useForm({
    schema: signUpSchema,
    onSubmit: async (values) => {
      const problem = await signUp({ ...values, invitationToken: invitation?.token }).catch(
        (): AuthProblem => ({ code: "unexpected" }),
      );
      if (problem) return explain(problem, onSignInInstead);
      toast.success(AUTH_SUCCESS.signUp);
      reset();
      setType(undefined);
      setPassword("");
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <InvitationNotice {...lookup} />
      {invitation ? (
        <input type="hidden" name="accountType" value="client" />
      ) : (
        <AccountTypeCards value={type} onChange={setType} error={errors.accountType} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="First name" error={errors.firstName}>
          <Input name="firstName" autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={errors.lastName}>
          <Input name="lastName" autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" error={errors.email}>
        <Input
          key={invitation?.email ?? ""}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={invitation?.email ?? ""}
          readOnly={Boolean(invitation)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1">
        <Field label="Password" error={errors.password}>
          <PasswordInput
            name="password"
            autoComplete="new-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword}>
          <PasswordInput name="confirmPassword" autoComplete="new-password" />
        </Field>
        <PasswordStrengthHint password={password} className="col-span-2" />
      </div>
      <Button type="submit" variant="primary" size="lg" disabled={!hydrated} loading={busy || leaving}>
        Create Account
      </Button>
    </form>
  );
}

/** A weak password belongs to its field; everything else is said at once, a known e-mail with the way to Sign In. */
function explain(problem: AuthProblem, onSignInInstead: () => void) {
  const text = authProblemText(problem);
  if (problem.code === "weak-password") return { password: text };
  const known = problem.code === "already-registered";
  toast.error(text, known ? { action: { label: "Sign In", onClick: onSignInInstead } } : undefined);
}
