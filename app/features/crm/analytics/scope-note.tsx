import { UserRound, UsersRound } from "lucide-react";
import type { AnalyticsScope } from "./figures.ts";

/** For reps: whose figures all of these are, and why those of the team open nothing. */
export function ScopeNote({ scope }: { scope: AnalyticsScope }) {
  const Icon = scope === "mine" ? UserRound : UsersRound;
  return (
    <p className="flex items-start gap-2 text-13 text-ink-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {scope === "mine" ? (
        <span>
          <strong className="font-medium text-ink">Your leads and unowned ones.</strong> Every figure here counts only
          these, and opens exactly the leads that it counts.
        </span>
      ) : (
        <span>
          <strong className="font-medium text-ink">The whole team.</strong> Counts and response times of everybody.
          Money and the leads behind a figure are for their owners to see, so nothing opens here.
        </span>
      )}
    </p>
  );
}
