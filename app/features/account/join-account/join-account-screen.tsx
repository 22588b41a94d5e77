import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Building2, MailOpen, MailX, UserX } from "lucide-react";
import type { ReactNode } from "react";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { useAction } from "~/shared/use-action.ts";
import { accountPath, type MyAccount } from "~/shared/workspace-query.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { invitedTo } from "../../../../domain/invitation-words.ts";
import { signInPath } from "../../../../domain/return-path.ts";
import type { Role } from "../../../../domain/roles.ts";
import type { InvitationEnd } from "../sign-in/api.ts";
import { END_TEXTS } from "../sign-in/invitation.tsx";
import { type InvitationState, invitationQuery, joinAccount, refusedState } from "./api.ts";

type Props = {
  token: string;
  /** The address and the role of the person who is signed in. */
  email: string;
  role: Role | null;
  /** The page to go to without joining. */
  home: string;
};

/** /workspace?invitation=…: says who invites to which account, and asks the signed-in person whether to join it. */
export function JoinAccountScreen(props: Props) {
  return (
    <QueryBoundary
      query={useQuery(invitationQuery(props.token))}
      errorMessage="Couldn't look up your invitation"
      skeleton={<Skeleton role="status" aria-label="Looking up your invitation" className="h-56 rounded-card" />}
    >
      {(found) => <Answer {...props} found={found} />}
    </QueryBoundary>
  );
}

function Answer({ found, ...props }: Props & { found: InvitationState }) {
  const { email, role, home } = props;
  if (found.state === "staff" || role === "admin" || role === "sales")
    return <WorksForAgency email={email} home={home} />;
  if (found.state === "used") return <AlreadyJoined account={found.account} email={email} />;
  if (found.state === "ended") return <Ended email={email} home={home} reason={found.reason ?? null} />;
  return found.invitation.email.toLowerCase() === email.toLowerCase() ? (
    <Question {...props} found={found} />
  ) : (
    <ForAnother email={email} invited={found.invitation.email} home={home} />
  );
}

type Open = Extract<InvitationState, { state: "open" }>;

const titleOf = ({ invitation, account }: Open) => invitedTo({ by: invitation.invitedBy, account: account.name });

function Question({ token, email, home, found }: Props & { found: Open }) {
  const cache = useQueryClient();
  const join = useAction({
    action: () => joinAccount(token),
    errorMessage: "You didn't join",
    handleError: (error) => {
      const refused = refusedState(error);
      if (refused) cache.setQueryData(invitationQuery(token).queryKey, refused);
      return refused !== null;
    },
    // Every request of a page names one account, so another account is another page load. Billing contacts have no workspace.
    onSuccess: (slug) =>
      location.replace(
        found.account.role === "billing" ? `${home}?tab=invoices&joined=${slug}` : `/workspace/${slug}?joined=${slug}`,
      ),
  });
  const role = accountRole(found.account.role);
  return (
    <Notice
      icon={<MailOpen />}
      title={titleOf(found)}
      text={
        <>
          You join as {role?.noun}. {role?.yours}
          {found.account.bringsPremium && (
            <span className="mt-2 block">Your Premium will cover {found.account.name}, too.</span>
          )}
          <SignedInAs email={email} />
        </>
      }
    >
      <OtherAccount />
      <Button variant="primary" loading={join.busy} onClick={() => void join.run()}>
        <span>Join</span>
      </Button>
    </Notice>
  );
}

const AlreadyJoined = ({ account, email }: { account: MyAccount; email: string }) => (
  <Notice
    icon={<Building2 />}
    title={`You're already in ${account.name}`}
    text={
      <>
        You already used this invitation.
        <SignedInAs email={email} />
      </>
    }
  >
    <OtherAccount />
    <Button variant="primary" asChild>
      <a href={accountPath(account)}>{account.role === "billing" ? "See invoices" : "Open workspace"}</a>
    </Button>
  </Notice>
);

const ForAnother = ({ email, invited, home }: { email: string; invited: string; home: string }) => (
  <Notice
    icon={<UserX />}
    title="This invitation is for another address"
    text={
      <>
        It was sent to {invited}. Sign in with that address to join.
        <SignedInAs email={email} />
      </>
    }
  >
    <Home to={home} />
    <OtherAccount primary />
  </Notice>
);

const Ended = ({ email, home, reason }: { email: string; home: string; reason: InvitationEnd }) => (
  <Notice
    icon={<MailX />}
    title="This invitation has ended"
    text={
      <>
        {reason
          ? END_TEXTS[reason]
          : "It was used or revoked, or it has expired. Ask the person who invited you for a new one."}
        <SignedInAs email={email} />
      </>
    }
  >
    <OtherAccount />
    <Home to={home} primary />
  </Notice>
);

const WorksForAgency = ({ email, home }: { email: string; home: string }) => (
  <Notice
    icon={<UserX />}
    title="You work for the agency"
    text={
      <>
        People who work for the agency can't be members of a client's account. Admins can enter every workspace and can
        add sales reps to it.
        <SignedInAs email={email} />
      </>
    }
  >
    <OtherAccount />
    <Home to={home} primary />
  </Notice>
);

type NoticeProps = { icon: ReactNode; title: string; text: ReactNode; children: ReactNode };

const Notice = ({ children, ...notice }: NoticeProps) => (
  <Card role="status">
    <EmptyState className="wrap-anywhere" {...notice}>
      <div className="flex flex-wrap justify-center gap-2 phone:w-64 phone:flex-col-reverse">{children}</div>
    </EmptyState>
  </Card>
);

const SignedInAs = ({ email }: { email: string }) => (
  <span className="mt-2 block">
    You're signed in as <b className="font-medium text-ink">{email}</b>.
  </span>
);

/** The sign-in leads back to the invitation. */
const OtherAccount = ({ primary = false }) => (
  <Button
    variant={primary ? "primary" : "default"}
    onClick={() => void signOut("local", signInPath(location.pathname + location.search))}
  >
    Use another account
  </Button>
);

const Home = ({ to, primary = false }: { to: string; primary?: boolean }) => (
  <Button variant={primary ? "primary" : "default"} asChild>
    <a href={to}>Go to your home page</a>
  </Button>
);
