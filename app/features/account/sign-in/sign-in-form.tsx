import { useEffect, useState } from "react";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { KnownPasswordField } from "../lib/passwords.tsx";
import { signIn } from "./api.ts";
import { LazyResendConfirmation } from "./lazy-resend-confirmation.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = {
  leaving: boolean;
  /** The email that a button of the sign-up led here with, empty if it is unknown. Null for people who came another way. */
  knownEmail: string | null;
  /** The email that an invitation is for, or empty. */
  invitedEmail: string;
  onForgot: (email: string) => void;
};

/** Spec §2 Sign In tab. The screen watches the session and redirects after sign-in. */
export function SignInForm({ leaving, knownEmail, invitedEmail, onForgot }: Props) {
  const hydrated = useHydrated();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { props, element, errors, busy } = useActionForm({
    schema: async () => (await import("./auth-schemas.ts")).signInSchema,
    action: async (values) => {
      setUnconfirmed(null);
      await signIn(values).catch((error) => {
        if (codeOf(error) === "email-not-confirmed") setUnconfirmed(values.email);
        throw error;
      });
    },
    errorMessage: UNEXPECTED,
    fieldErrors: (error) => {
      const field = FIELDS[codeOf(error) ?? ""];
      return field && { [field]: problemText(error, UNEXPECTED) };
    },
    onSuccess: async () => {
      // With two-step sign-in, the welcome appears after the code.
      if (await isCodeMissing()) return;
      // Loaded now, because the page does not need it earlier.
      const { greet } = await import("../lib/greet.ts");
      greet();
    },
  });
  useEffect(() => {
    // The button that led here is gone.
    if (knownEmail === null) return;
    const field = knownEmail ? "password" : "email";
    element.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }, [knownEmail, element]);
  const forgot = () => onForgot(String(new FormData(element.current ?? undefined).get("email") ?? ""));
  return (
    <form {...props} className="grid gap-5">
      <Field label="Email" error={errors.email}>
        <Input
          key={invitedEmail}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={knownEmail || invitedEmail}
        />
      </Field>
      {unconfirmed && <LazyResendConfirmation key={unconfirmed} email={unconfirmed} />}
      <KnownPasswordField
        label="Password"
        name="password"
        error={errors.password}
        forgot="Forgot your password?"
        onForgot={forgot}
      />
      <Button type="submit" variant="primary" size="lg" disabled={!hydrated} loading={busy || leaving}>
        Sign In
      </Button>
    </form>
  );
}

const codeOf = (error: unknown) => (error instanceof AuthProblem ? error.code : null);

/** The field that shows a refusal and gets the focus. A wrong email reads like a wrong password, as spec §8 has it. */
const FIELDS: Partial<Record<string, "email" | "password">> = {
  "invalid-credentials": "password",
  "email-not-confirmed": "email",
};

/** Loads with the first sign-in, because the page does not need it earlier. */
async function isCodeMissing(): Promise<boolean> {
  const { requiresCode } = await import("~/shared/second-factor/factors.ts");
  return requiresCode();
}
