import { useUrlState } from "~/shared/use-url-state.ts";
import { cn } from "~/ui/cn.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { SECTIONS, type Today } from "./load-today.ts";

type Props = { day: Today | undefined; isAdmin: boolean; scope: "mine" | "all" };

const figure = new Intl.NumberFormat("en");

/** The four counts, each leading to its section, and whose day it is. */
export function TodayBar({ day, isAdmin, scope }: Props) {
  const { change } = useUrlState();
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-3 border-line border-b px-4 phone:h-auto phone:flex-wrap phone:gap-y-0">
      <nav
        aria-label="Sections"
        className="flex min-w-0 overflow-x-auto [scrollbar-width:none] phone:-mx-4 phone:w-[calc(100%+2rem)] phone:px-4"
      >
        {SECTIONS.map(({ key, short }) => (
          <a
            key={key}
            href={`#today-${key}`}
            className="flex h-7 items-center gap-[7px] whitespace-nowrap border-line border-r px-3.5 font-medium text-13 text-ink-2 first:pl-0 last:border-r-0 hover:text-ink focus-visible:-outline-offset-2 phone:h-11 touch:h-11"
            onClick={(event) => {
              event.preventDefault();
              document.querySelector(`#today-${key}`)?.closest("section")?.scrollIntoView({ block: "start" });
            }}
          >
            {short}
            <span
              className={cn("num font-semibold text-ink", key === "unanswered" && day?.[key].total && "text-bad-fg")}
            >
              {day ? figure.format(day[key].total) : "–"}
            </span>
          </a>
        ))}
      </nav>
      {isAdmin && (
        <SegmentedControl
          legend="Whose leads"
          className="ml-auto phone:mb-2 phone:ml-0"
          options={[
            { value: "mine", label: "Mine and unowned" },
            { value: "all", label: "Everyone" },
          ]}
          value={scope}
          onChange={(next) => change({ scope: next === "all" ? "" : "mine", at: "" })}
        />
      )}
    </div>
  );
}
