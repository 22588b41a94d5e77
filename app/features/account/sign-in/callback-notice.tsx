import { useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { CallbackOutcome } from "./finish-auth-callback.ts";
import { ResendConfirmation } from "./resend-confirmation-button.tsx";

type Reason = Extract<CallbackOutcome, { kind: "failed" }>["reason"];

const TEXTS: Record<Reason, { title: string; text: string }> = {
  expired: {
    title: "This link has expired or was already used",
    text: "If you have confirmed your account, sign in below. If not, enter your email and we send you a new link.",
  },
  "other-browser": {
    title: "Almost done: please sign in",
    text: "This link was opened in another browser than the one you signed up with. Your email may be confirmed already.",
  },
  offline: {
    title: "We can't reach the server",
    text: "Check your connection, then open the link from your email again.",
  },
  refused: {
    title: "This link did not work",
    text: "Sign in below, or enter your email and we send you a new confirmation link.",
  },
};

/** Explains a link from an e-mail that did not lead to a session, and what to do about it. */
export function CallbackNotice({ reason }: { reason: Reason }) {
  const [email, setEmail] = useState("");
  const { title, text } = TEXTS[reason];
  return (
    <section aria-label="About your link" className="grid gap-3">
      <Banner tone="warn" title={title}>
        {text}
      </Banner>
      {(reason === "expired" || reason === "refused") && (
        <details className="text-sm">
          <summary className="cursor-pointer text-ink-2 underline underline-offset-2">
            Send a new confirmation link
          </summary>
          <div className="mt-3 grid gap-3">
            <Field label="Email for the new link">
              <Input
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
            <ResendConfirmation email={email.trim()} />
          </div>
        </details>
      )}
    </section>
  );
}
