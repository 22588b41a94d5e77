import { useEffect, useState } from "react";
import { UNEXPECTED } from "~/shared/auth-problem.ts";
import { getLastFailureOf } from "~/shared/failed-responses.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { FieldError } from "~/ui/field.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { RESEND_PATH, resendConfirmation } from "./api.ts";

/** Most emails arrive within this time. */
const WAIT_SECONDS = 60;

type Props = {
  email: string;
  /** When the last email was sent, in milliseconds: the first wait counts from there. */
  sentAt?: number;
  onSent?: (at: number) => void;
};

/** Sends the confirmation link again, and counts down until the next try. The server's limits decide (auth-limits.ts). */
export function ResendConfirmation({ email, sentAt = 0, onSent }: Props) {
  const [left, startCountdown] = useCountdown(sentAt + WAIT_SECONDS * 1000);
  const resend = useAction({
    action: () => resendConfirmation(email),
    successMessage: AUTH_SUCCESS.confirmationEmail,
    errorMessage: UNEXPECTED,
    showProblem: "inline",
    handleError: () => {
      const wait = getLastFailureOf(RESEND_PATH)?.retryAfterSeconds;
      if (wait) startCountdown(wait);
      return false;
    },
    onSuccess: () => {
      startCountdown(WAIT_SECONDS);
      onSent?.(Date.now());
    },
  });
  return (
    <div className="grid">
      <Button
        disabled={!email}
        {...(left > 0 && { "aria-disabled": true })}
        className={left > 0 ? "text-ink-3 hover:bg-transparent" : ""}
        loading={resend.busy}
        onClick={() => left > 0 || void resend.run()}
      >
        <span>
          Resend confirmation email
          {left > 0 && <span className="tabular-nums"> in {clock(left)}</span>}
        </span>
      </Button>
      <div role="alert" className="not-empty:pt-1.5">
        <FieldError id={undefined}>{resend.problem}</FieldError>
      </div>
    </div>
  );
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The seconds that are left, and a function that starts again. It also counts while the tab is in the background. */
function useCountdown(end: number): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(end);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}
