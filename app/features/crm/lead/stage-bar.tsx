import { cn } from "~/ui/cn.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { useStages } from "../lib/list-stages.ts";

/** Where in the pipeline a lead is; a click moves it. Lost stands apart. In a narrow place only the current one has its name. */
export function StageBar({ lead }: { lead: LeadDetail }) {
  const { stages } = useStages();
  const { move } = useLeadActions();
  const at = stages.findIndex(({ key }) => key === lead.stage);
  return (
    <fieldset disabled={lead.archived_at !== null} className="@container/stages min-w-0">
      <legend className="sr-only">Stage</legend>
      <ol className="flex gap-0.5">
        {stages.map(({ key, label }, index) => {
          const current = index === at;
          const passed = index < at && lead.stage !== "lost";
          return (
            <li
              key={key}
              className={cn(
                "min-w-0 flex-1 basis-0 @max-[719px]/stages:flex-[1]",
                current && "@max-[719px]/stages:flex-[2.6]",
                key === "lost" && "ml-1.5",
              )}
            >
              <button
                type="button"
                title={current ? label : `Move to ${label}`}
                aria-current={current ? "step" : undefined}
                aria-label={current ? `Stage: ${label}` : `Move to ${label}`}
                onClick={() => move([lead], key)}
                className={cn(
                  "grid h-[26px] w-full cursor-pointer place-items-center overflow-hidden whitespace-nowrap px-1 font-medium text-ink-3 text-xs disabled:cursor-default phone:h-11 touch:h-11",
                  "bg-mute-bg hover:text-ink focus-visible:relative focus-visible:z-1",
                  passed && "bg-press text-ink-2",
                  current && "bg-ink text-page hover:text-page",
                  index === 0 && "rounded-l-[7px]",
                  key === "won" && "rounded-r-[7px]",
                  key === "lost" && "rounded-[7px]",
                  !current && "@max-[719px]/stages:text-[0px]",
                )}
              >
                <span className="max-w-full truncate">{label}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
