import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";
import type { TeamMember } from "../lib/pulse.ts";

/** Who answers leads, and how fast each did today; outside working hours nobody is on shift. Nobody answered is no data, not zero. */
export function OnShift({ team, target, open }: { team: TeamMember[]; target: number; open: boolean }) {
  const title = open ? "On shift" : "Team";
  if (team.length === 0) return null;
  return (
    <section aria-label={title} className="rail:hidden">
      <h2 className="px-2 pt-2 pb-1 font-medium text-ink-3 text-xs">{title} · median today</h2>
      <ul>
        {team.slice(0, 8).map(({ user_id, name, median_seconds }) => {
          const late = median_seconds !== null && median_seconds > target;
          return (
            <li key={user_id} className="flex h-[30px] items-center gap-2 px-2 text-13 text-ink-2">
              <Avatar name={name} size={20} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span
                className={cn(
                  "shrink-0 font-medium font-mono text-ink-3 text-2xs tabular-nums [word-spacing:-.28em]",
                  late && "text-bad-fg",
                )}
              >
                {median_seconds === null ? "no data" : clockTime(median_seconds)}
                {late && <span className="sr-only"> over the target</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
