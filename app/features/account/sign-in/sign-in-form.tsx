import { useState } from "react";
import { AUTH_SUCCESS, type AuthProblem, authProblemText } from "~/shared/auth-messages.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { signInSchema } from "./auth-schemas.ts";
import { ResendConfirmation } from "./resend-confirmation-button.tsx";
import { signIn } from "./sign-in.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Spec §2 Sign In tab. Where to go afterwards is the screen's business: it watches the session. */
export function SignInForm({ leaving, onForgot }: { leaving: boolean; onForgot: (email: string) => void }) {
  const hydrated = useHydrated();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { props, errors, busy } = useForm({
    schema: signInSchema,
    onSubmit: async (values) => {
      setUnconfirmed(null);
      const problem = await signIn(values).catch((): AuthProblem => ({ code: "unexpected" }));
      // People with two-step sign-in are welcomed after their code.
      if (!problem) return (await isCodeMissing()) ? undefined : void toast.success(AUTH_SUCCESS.signIn);
      if (problem.code === "email-not-confirmed") setUnconfirmed(values.email);
      toast.error(authProblemText(problem));
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

/** Comes with the first sign-in: the page does not need it before. */
async function isCodeMissing(): Promise<boolean> {
  const { requiresCode } = await import("~/shared/second-factor/factors.ts");
  return requiresCode();
}

// Beside the label, and after the field in the order of tabs: e-mail, password, then what helps when it is forgotten.
const FORGOT =
  "hit absolute top-0 right-0 cursor-pointer rounded-xs text-13 text-ink-2 underline underline-offset-2 hover:text-ink";
