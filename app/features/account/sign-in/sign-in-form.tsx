import { useState } from "react";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { resendConfirmation, signIn } from "./api.ts";
import { signInSchema } from "./auth-schemas.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Spec §2 Sign In tab. The screen watches the session and redirects after sign-in. */
export function SignInForm({ leaving, onForgot }: { leaving: boolean; onForgot: (email: string) => void }) {
  const hydrated = useHydrated();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { props, errors, busy } = useActionForm({
    schema: signInSchema,
    action: async (values) => {
      setUnconfirmed(null);
      await signIn(values).catch((error) => {
        if (error instanceof AuthProblem && error.code === "email-not-confirmed") setUnconfirmed(values.email);
        throw error;
      });
    },
    errorMessage: UNEXPECTED,
    onSuccess: async () => {
      // With two-step sign-in, the welcome appears after the code.
      if (!(await isCodeMissing())) toast.success(AUTH_SUCCESS.signIn);
    },
  });
  const forgot = () => onForgot(String(new FormData(props.ref.current ?? undefined).get("email") ?? ""));
  return (
    <form {...props} className="grid gap-5">
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <div className="relative">
        <Field label="Password" error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <button type="button" className={FORGOT} onClick={forgot}>
          Forgot your password?
        </button>
      </div>
      {unconfirmed && <ResendConfirmation email={unconfirmed} />}
      <Button type="submit" variant="primary" size="lg" disabled={!hydrated} loading={busy || leaving}>
        Sign In
      </Button>
    </form>
  );
}

/** Loads with the first sign-in, because the page does not need it earlier. */
async function isCodeMissing(): Promise<boolean> {
  const { requiresCode } = await import("~/shared/second-factor/factors.ts");
  return requiresCode();
}

// It appears beside the label but comes after the field in the tab order.
const FORGOT =
  "hit absolute top-0 right-0 cursor-pointer rounded-xs text-13 text-ink-2 underline underline-offset-2 hover:text-ink";

/** Sends the confirmation link again, for users whose link is lost or expired. */
export function ResendConfirmation({ email }: { email: string }) {
  const resend = useAction({
    action: () => resendConfirmation(email),
    successMessage: AUTH_SUCCESS.confirmationEmail,
    errorMessage: UNEXPECTED,
  });
  return (
    <Button disabled={!email} loading={resend.busy} onClick={() => void resend.run()}>
      Resend confirmation email
    </Button>
  );
}
