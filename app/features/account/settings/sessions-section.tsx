import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { listOwnSessions } from "./own-sessions.ts";
import { SessionRow } from "./session-row.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { SignOutOthers } from "./sign-out-others.tsx";

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
