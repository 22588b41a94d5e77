import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { authProblemText } from "~/shared/auth-messages.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { endOwnSession, listOwnSessions, type OwnSession } from "./api.ts";
import { deviceName, isHandheld } from "./device-name.ts";

const STALE_TIME_MS = 5_000;

/** Where the account is signed in, and the ways to end that. */
export function SessionsSection({ userId }: { userId: string }) {
  const sessions = useQuery({
    queryKey: queryKeys.sessions(userId),
    queryFn: listOwnSessions,
    staleTime: STALE_TIME_MS,
  });
  const others = sessions.data?.filter((session) => !session.is_current).length ?? 0;
  return (
    <>
      <SettingsCard
        title="Sessions"
        text="Where you are signed in. A session that you end here stops working at once."
        flush
      >
        <QueryBoundary
          query={sessions}
          errorMessage="Your sessions could not be loaded"
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
        text="On every device, this one too. You need your password to come back."
      >
        <SignOutEverywhere />
      </SettingsCard>
    </>
  );
}

/** One session: which device, how long it has been idle, and its end. */
function SessionRow({ userId, session }: { userId: string; session: OwnSession }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = deviceName(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
  const end = useSingleFlight(async () => {
    setBusy(true);
    try {
      if (await endOwnSession(session.id)) toast.success(`${name} is signed out.`);
      else toast.info("This session had ended already.");
    } catch {
      toast.error("The session could not be ended. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.sessions(userId) });
    setBusy(false);
  });
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-3 last:border-b-0 phone:px-4">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-13" title={session.user_agent ?? undefined}>
          {name}
          {session.is_current && <Chip tone="ok">this session</Chip>}
        </p>
        <p className="text-ink-3 text-xs">
          Last active <TimeAgo at={session.last_active} />, signed in <TimeAgo at={session.created_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" loading={busy} aria-label={`Sign out ${name}`} onClick={() => void end()}>
          <span>Sign out</span>
        </Button>
      )}
    </li>
  );
}

/** Ends every session but this one. */
function SignOutOthers({ userId, count }: { userId: string; count: number }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const end = useSingleFlight(async () => {
    setBusy(true);
    const problem = await signOut("others").catch(() => ({ code: "unexpected" }) as const);
    if (problem) toast.error(authProblemText(problem));
    else toast.success("All other devices are signed out.");
    await client.invalidateQueries({ queryKey: queryKeys.sessions(userId) });
    setBusy(false);
  });
  return (
    <div className="border-line-soft border-t px-5 py-3 phone:px-4">
      <Button loading={busy} onClick={() => void end()} className="phone:w-full">
        <span>{count === 1 ? "Sign out the other device" : `Sign out ${count} other devices`}</span>
      </Button>
    </div>
  );
}

/** Ends every session of the account, this one too. */
function SignOutEverywhere() {
  const [busy, setBusy] = useState(false);
  const end = useSingleFlight(async () => {
    setBusy(true);
    const problem = await signOut("global").catch(() => ({ code: "unexpected" }) as const);
    setBusy(false);
    if (problem) toast.error(authProblemText(problem));
  });
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button className="phone:w-full" loading={busy}>
          <span>Sign out everywhere</span>
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogTitle>Sign out on every device?</AlertDialogTitle>
        <AlertDialogDescription>
          All devices are signed out at once, this one too. You need your password to come back.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction onClick={() => void end()}>Sign out everywhere</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
