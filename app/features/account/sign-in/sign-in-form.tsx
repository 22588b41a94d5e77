import { useState } from "react";
import { AUTH_SUCCESS, type AuthProblem, authProblemText } from "~/shared/auth-messages.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { resendConfirmation, signIn } from "./api.ts";
import { signInSchema } from "./auth-schemas.ts";
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

/** Appears after 'Email not confirmed': the link may be lost or too old. */
export function ResendConfirmation({ email }: { email: string }) {
  const [sending, setSending] = useState(false);
  const send = useSingleFlight(async () => {
    setSending(true);
    const problem = await resendConfirmation(email).catch(() => ({ code: "unexpected" }) as const);
    setSending(false);
    if (problem) toast.error(authProblemText(problem));
    else toast.success(AUTH_SUCCESS.confirmationEmail);
  });
  return (
    <Button disabled={!email} loading={sending} onClick={() => void send()}>
      Resend confirmation email
    </Button>
  );
}
