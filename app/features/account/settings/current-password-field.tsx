import { useState } from "react";
import { UNEXPECTED } from "~/shared/auth-problem.ts";
import { useAction } from "~/shared/use-action.ts";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { KnownPasswordField } from "../lib/passwords.tsx";
import { requestPasswordReset } from "../sign-in/api.ts";

/** The password that proves who the signed-in user is. Those who forgot it get a link by email, and stay signed in. */
export function CurrentPasswordField({ email, error }: { email: string; error: string | undefined }) {
  const [isSent, setSent] = useState(false);
  const reset = useAction({
    action: () => requestPasswordReset(email),
    successMessage: AUTH_SUCCESS.resetEmail,
    errorMessage: UNEXPECTED,
    onSuccess: () => setSent(true),
  });
  return (
    <KnownPasswordField
      label="Current password"
      name="current"
      error={error}
      hint={
        isSent && (
          <span className="wrap-anywhere">
            We sent a link to {email}. Open it within 10 minutes to choose a new password.
          </span>
        )
      }
      forgot={reset.busy ? "Sending…" : isSent ? "Send again" : "Forgot it?"}
      onForgot={() => void reset.run()}
    />
  );
}
