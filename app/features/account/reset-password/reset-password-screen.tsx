import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { LINK_CONFLICT_HEADING } from "~/shared/link-conflict.ts";
import { CodeStep } from "~/shared/second-factor/code-step.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { LinkConflictPrompt } from "../lib/link-conflict-prompt.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { type ResetStart, startReset } from "./start-reset.ts";

// The dialog loads when it opens.
const ResetPasswordDialog = lazy(() => import("../sign-in/reset-password-dialog.tsx"));

type Start = ResetStart | { kind: "reading" };

/**
 * Spec §2 Reset password: shows the form for a valid link, after the two-step code if needed. Otherwise it shows Invalid Reset
 * Link.
 */
export function ResetPasswordScreen() {
  const [start, setStart] = useState<Start>({ kind: "reading" });
  const navigate = useNavigate();
  const read = () => void startReset().then(setStart);
  const answer = async (useLink: boolean) => {
    if (start.kind !== "conflict") return;
    const next = await start.answer(useLink);
    // Users who keep their own session go home through /auth.
    if (next.kind === "declined") await navigate("/auth", { replace: true });
    else setStart(next);
  };
  useEffect(() => {
    void startReset().then(setStart);
  }, []);
  return (
    <CenteredPage>
      <Card className="grid gap-5 p-6">
        {start.kind === "conflict" ? (
          <>
            <h1 className="font-display text-xl font-semibold tracking-tighter">{LINK_CONFLICT_HEADING}</h1>
            <LinkConflictPrompt conflict={start.conflict} onDecide={answer} />
          </>
        ) : (
          contentOf(start, read, () => setStart({ kind: "valid" }))
        )}
      </Card>
    </CenteredPage>
  );
}

function contentOf(start: Exclude<Start, { kind: "conflict" }>, retry: () => void, onVerified: () => void) {
  if (start.kind === "reading" || start.kind === "declined") return <ReadingLink />;
  if (start.kind === "invalid") return <InvalidLink />;
  if (start.kind === "offline") return <Unreachable onRetry={retry} />;
  if (start.kind === "code")
    return <CodeStep apps={start.apps} email={start.email} purpose="choose a new password" onVerified={onVerified} />;
  return (
    <>
      <Heading title="Choose a new password" text="You'll stay signed in on this device." />
      <NewPasswordForm />
    </>
  );
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <h1 className="font-display text-xl font-semibold tracking-tighter">{title}</h1>
      <p className="text-sm text-ink-2">{text}</p>
    </div>
  );
}

function InvalidLink() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Heading
        title="Invalid Reset Link"
        text="This link is invalid or has expired. Request a new one to choose a password."
      />
      <Button variant="primary" size="lg" onClick={() => setAsking(true)}>
        Request a new link
      </Button>
      <Button asChild size="lg">
        <Link to="/auth">Back to Sign In</Link>
      </Button>
      {isAsking && (
        <Suspense>
          <ResetPasswordDialog open defaultEmail="" onOpenChange={setAsking} />
        </Suspense>
      )}
    </>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Heading title="We can't reach the server" text="Your link still works. Check your connection and try again." />
      <Button variant="primary" size="lg" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}

function ReadingLink() {
  return (
    <div className="grid gap-5" role="status" aria-label="Checking your link">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
