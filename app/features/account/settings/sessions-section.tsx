import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { UNEXPECTED } from "~/shared/auth-problem.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { endOwnSession, type OwnSession, sessionsQuery } from "./api.ts";
import { deviceName, isHandheld } from "./device-name.ts";

export function SessionsSection({ userId }: { userId: string }) {
  const sessions = useQuery(sessionsQuery(userId));
  const others = sessions.data?.filter((session) => !session.is_current).length ?? 0;
  return (
    <>
      <SettingsCard
        title="Sessions"
        text="Where you're signed in. Sessions that you end here stop working right away."
        flush
      >
        <QueryBoundary
          query={sessions}
          errorMessage="Your sessions couldn't be loaded"
          skeleton={
            <div className="px-5 pb-5">
              <FormSkeleton label="Loading your sessions" fields={2} />
            </div>
          }
        >
          {(list) => (
            <ul aria-label="Sessions" className="border-line-soft border-t">
              {list.map((session) => (
                <SessionRow key={session.id} userId={userId} session={session} />
              ))}
            </ul>
          )}
        </QueryBoundary>
        {others > 0 && <SignOutOthers userId={userId} count={others} />}
      </SettingsCard>
      <SettingsCard
        title="Sign out everywhere"
        text="On every device, including this one. You'll need your password to sign in again."
      >
        <SignOutEverywhere />
      </SettingsCard>
    </>
  );
}

function SessionRow({ userId, session }: { userId: string; session: OwnSession }) {
  const name = deviceName(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
  const end = useAction({
    action: () => endOwnSession(session.id),
    successMessage: (ended) => (ended ? `${name} is signed out.` : null),
    errorMessage: "The session couldn't be ended",
    invalidates: [queryKeys.sessions(userId)],
    onSuccess: (ended) => {
      if (!ended) toast.info("This session has already ended.");
    },
  });
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-3 last:border-b-0 phone:px-4">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-13" title={session.user_agent ?? undefined}>
          {name}
          {session.is_current && <Chip tone="ok">this session</Chip>}
        </p>
        <p className="wrap-anywhere text-ink-3 text-xs">
          {session.address && `${session.address} · `}Last active <TimeAgo at={session.last_active} />, signed in{" "}
          <TimeAgo at={session.created_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" loading={end.busy} aria-label={`Sign out ${name}`} onClick={() => void end.run()}>
          <span>Sign out</span>
        </Button>
      )}
    </li>
  );
}

function SignOutOthers({ userId, count }: { userId: string; count: number }) {
  const end = useAction({
    action: () => signOut("others"),
    successMessage: "All other devices are signed out.",
    errorMessage: UNEXPECTED,
    invalidates: [queryKeys.sessions(userId)],
  });
  return (
    <div className="border-line-soft border-t px-5 py-3 phone:px-4">
      <Button loading={end.busy} onClick={() => void end.run()} className="phone:w-full">
        <span>{count === 1 ? "Sign out the other device" : `Sign out ${count} other devices`}</span>
      </Button>
    </div>
  );
}

function SignOutEverywhere() {
  const end = useAction({ action: () => signOut("global"), errorMessage: UNEXPECTED });
  return (
    <ConfirmDialog
      trigger={
        <Button className="phone:w-full" loading={end.busy}>
          <span>Sign out everywhere</span>
        </Button>
      }
      title="Sign out on every device?"
      description="This signs out every device, including this one. You'll need your password to sign in again."
      confirmLabel="Sign out everywhere"
      onConfirm={() => void end.run()}
    />
  );
}
