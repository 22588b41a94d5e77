import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { CentredPage } from "~/shared/centred-page.tsx";
import { LINK_QUESTION_HEADING, LinkQuestion } from "~/shared/link-question.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { openResetSession, type ResetLink, type ResetQuestion } from "./open-reset-session.ts";

/** Spec §2 Reset password: the form when the link is good, Invalid Reset Link when it is not. */
export function ResetPasswordScreen() {
  const [link, setLink] = useState<ResetLink | "reading">("reading");
  const navigate = useNavigate();
  const read = () => void openResetSession().then(setLink);
  const answer = async (useLink: boolean) => {
    if (typeof link !== "object") return;
    const outcome = await link.answer(useLink);
    // Whoever stays who they are goes home, by way of /auth.
    if (outcome === "declined") await navigate("/auth", { replace: true });
    else setLink(outcome);
  };
  useEffect(() => {
    void openResetSession().then(setLink);
  }, []);
  return (
    <CentredPage>
      <Card className="grid gap-5 p-6">
        {typeof link === "object" ? (
          <>
            <h1 className="font-display text-xl font-semibold tracking-tighter">{LINK_QUESTION_HEADING}</h1>
            <LinkQuestion conflict={link.conflict} onAnswer={answer} />
          </>
        ) : (
          contentOf(link, read)
        )}
      </Card>
    </CentredPage>
  );
}

function contentOf(link: Exclude<ResetLink, ResetQuestion> | "reading", retry: () => void) {
  if (link === "reading") return <ReadingLink />;
  if (link === "invalid") return <InvalidLink />;
  if (link === "offline") return <Unreachable onRetry={retry} />;
  return (
    <>
      <Heading title="Choose a new password" text="At least 6 characters. You stay signed in on this device." />
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
  return (
    <>
      <Heading
        title="Invalid Reset Link"
        text="This link is invalid or has expired. Request a new one with 'Forgot your password?' on the sign-in page."
      />
      <Button asChild variant="primary" size="lg">
        <Link to="/auth">Back to Sign In</Link>
      </Button>
    </>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Heading title="We can't reach the server" text="Your link is still good. Check your connection and try again." />
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
