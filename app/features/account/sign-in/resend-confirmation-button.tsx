import { useState } from "react";
import { AUTH_SUCCESS, authProblemText } from "~/shared/auth-messages.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { resendConfirmation } from "./resend-confirmation.ts";

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
