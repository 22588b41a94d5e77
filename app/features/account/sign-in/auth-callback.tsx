import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { dropLinkSession, findLinkConflict, type LinkConflict } from "~/shared/link-conflict.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { toast } from "~/shared/toast.ts";
import { Banner } from "~/ui/banner.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { type AuthCallback, readAuthCallback, withoutAuthCallback } from "../../../../domain/auth-callback.ts";
import { LazyResendConfirmation } from "./lazy-resend-confirmation.tsx";

type Reason = Extract<CallbackOutcome, { kind: "failed" }>["reason"];

const TEXTS: Record<Reason, { title: string; text: string }> = {
  expired: {
    title: "This link has expired or was already used",
    text: "If you have confirmed your account, sign in below. If not, enter your email to get a new link.",
  },
  "other-browser": {
    title: "Almost done: please sign in",
    text: "You opened this link in a different browser. Your email may already be confirmed.",
  },
  offline: {
    title: "We can't reach the server",
    text: "Check your connection, then open the link from your email again.",
  },
  refused: {
    title: "This link didn't work",
    text: "Sign in below, or enter your email to get a new confirmation link.",
  },
};

/** Explains why an email link did not sign the user in, and what to do. */
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
          <summary className="hit w-fit cursor-pointer list-none rounded-xs text-ink-2 underline underline-offset-2 hover:text-ink [&::-webkit-details-marker]:hidden">
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
            <LazyResendConfirmation email={email.trim()} />
          </div>
        </details>
      )}
    </section>
  );
}

type Progress = { kind: "working" } | CallbackOutcome;

/**
 * Processes the link in the URL once, and again when another link opens on this page. The second value submits the user's
 * decision about a link conflict.
 */
export function useAuthCallback(): [Progress, (useLink: boolean) => Promise<void>] {
  const [progress, setProgress] = useState<Progress>({ kind: "working" });
  const navigate = useNavigate();
  useEffect(() => {
    const run = () =>
      void once().then((outcome) => {
        setProgress(outcome);
        if (outcome.kind === "recovery") void navigate(outcome.to, { replace: true });
      });
    run();
    addEventListener("hashchange", run);
    return () => removeEventListener("hashchange", run);
  }, [navigate]);
  const answer = async (useLink: boolean) => {
    if (progress.kind === "asks") setProgress(await progress.answer(useLink));
  };
  return [progress, answer];
}

let running: Promise<CallbackOutcome> | undefined;

/** The tokens of a link work once, and strict mode runs effects twice. */
function once(): Promise<CallbackOutcome> {
  running ??= finishAuthCallback().finally(() => {
    running = undefined;
  });
  return running;
}

/** The result of a link. /reset-password handles 'recovery', so the URL stays as it was. */
type CallbackOutcome =
  | { kind: "none" }
  /** With the page that shows what the link changed, if it isn't the user's home. */
  | { kind: "signed-in"; to: string | null }
  | { kind: "recovery"; to: string }
  /** The link belongs to another account than this browser's session, so the user decides. */
  | { kind: "asks"; conflict: LinkConflict; answer: (useLink: boolean) => Promise<CallbackOutcome> }
  | { kind: "failed"; reason: "expired" | "other-browser" | "offline" | "refused" };

/** Reads the session, code or error that an email link put into the URL, and removes it from the URL right away. */
async function finishAuthCallback(): Promise<CallbackOutcome> {
  const { pathname, search, hash } = location;
  const callback = readAuthCallback(search, hash);
  if (callback.kind === "none") return { kind: "none" };
  if (callback.kind === "session" && callback.type === "recovery") {
    return { kind: "recovery", to: `/reset-password${search}${hash}` };
  }
  history.replaceState(history.state, "", withoutAuthCallback(pathname, search));
  return callback.kind === "error" ? { kind: "failed", reason: reasonOf(callback) } : await confirmOrExchange(callback);
}

type SessionCallback = Extract<AuthCallback, { kind: "session" | "code" }>;

async function confirmOrExchange(callback: SessionCallback): Promise<CallbackOutcome> {
  const accessToken = callback.kind === "session" ? callback.accessToken : null;
  const conflict = await findLinkConflict(accessToken).catch(() => null);
  if (!conflict) return exchange(callback);
  const answer = async (useLink: boolean): Promise<CallbackOutcome> => {
    if (useLink) return exchange(callback);
    if (accessToken) await dropLinkSession(accessToken);
    return { kind: "none" };
  };
  return { kind: "asks", conflict, answer };
}

async function exchange(callback: SessionCallback): Promise<CallbackOutcome> {
  try {
    const { auth } = await getSupabase();
    const { data, error } =
      callback.kind === "code"
        ? await auth.exchangeCodeForSession(callback.code)
        : await auth.setSession({ access_token: callback.accessToken, refresh_token: callback.refreshToken });
    if (!error) {
      const isEmailChange = callback.kind === "session" && callback.type === "email_change";
      if (isEmailChange && data.user?.email) toast.success(`Your email address is now ${data.user.email}`);
      return { kind: "signed-in", to: isEmailChange ? "/settings?section=email" : null };
    }
    if (error.name === "AuthRetryableFetchError") return { kind: "failed", reason: "offline" };
    // Only the browser that requested a code can redeem it. The account is confirmed anyway.
    return { kind: "failed", reason: callback.kind === "code" ? "other-browser" : "expired" };
  } catch {
    return { kind: "failed", reason: "offline" };
  }
}

function reasonOf({ errorCode, description }: Extract<AuthCallback, { kind: "error" }>): "expired" | "refused" {
  return errorCode === "otp_expired" || /expired|invalid|not found/i.test(description) ? "expired" : "refused";
}
