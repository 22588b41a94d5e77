import { MailCheck, MailX, UserX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { ServiceError } from "~/shared/service-error.ts";
import { signOut } from "~/shared/sign-out.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { joinAccount } from "./api.ts";

type Props = {
  token: string;
  /** The address of the person who is signed in. */
  email: string;
  /** The page to go to without joining. */
  home: string;
};

/** /workspace?invitation=…: accepts the invitation to an account as the signed-in person, and opens its workspace. */
export function JoinAccountScreen({ token, email, home }: Props) {
  const [error, setError] = useState<unknown>(null);
  const join = useAction({
    action: () => joinAccount(token),
    errorMessage: "You didn't join",
    handleError: (problem) => {
      setError(problem);
      return true;
    },
    // Every request of a page names one account, so another account is another page load.
    onSuccess: (slug) => location.replace(`/workspace/${slug}?joined=${slug}`),
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void join.run();
  });
  const code = error instanceof ServiceError ? error.refusal?.code : undefined;
  const retry = () => {
    setError(null);
    void join.run();
  };
  return (
    <>
      <PageHeader level={2} title="Join an account" />
      {error === null && <Joining />}
      {code === "invitation_ended" && <Ended email={email} home={home} />}
      {code === "account_not_client" && <WorksForAgency home={home} />}
      {error !== null && code !== "invitation_ended" && code !== "account_not_client" && (
        <Card>
          <LoadError text="You didn't join" error={error} onRetry={retry} />
        </Card>
      )}
    </>
  );
}

function Joining() {
  return (
    <Card>
      <EmptyState
        icon={<MailCheck />}
        title="Joining…"
        text="We're accepting your invitation and opening the workspace."
      >
        <span role="status" className="sr-only">
          Accepting the invitation
        </span>
        <Skeleton className="h-9 w-32" />
      </EmptyState>
    </Card>
  );
}

function Ended({ email, home }: { email: string; home: string }) {
  return (
    <Card role="alert">
      <EmptyState
        icon={<MailX />}
        title="This invitation doesn't work"
        text={`It was used, revoked or has expired, or it was sent to a different address than ${email}. Sign in with the address that got the email, or ask for a new invitation.`}
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => void signOut()}>Sign in with another address</Button>
          <Button variant="primary" asChild>
            <a href={home}>Go to your home page</a>
          </Button>
        </div>
      </EmptyState>
    </Card>
  );
}

function WorksForAgency({ home }: { home: string }) {
  return (
    <Card role="alert">
      <EmptyState
        icon={<UserX />}
        title="You work for the agency"
        text="People who work for the agency can't be members of a client's account. Admins can enter every workspace, and an admin can lend salespeople to it."
      >
        <Button variant="primary" asChild>
          <a href={home}>Go to your home page</a>
        </Button>
      </EmptyState>
    </Card>
  );
}
