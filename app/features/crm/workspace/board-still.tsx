import { useQuery } from "@tanstack/react-query";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { stagesQuery } from "../lib/api.ts";

/** How many cards each column of the drawing has. */
const CARDS = [4, 3, 3, 2, 2, 1, 1, 1];

/** The board as a drawing: the real stages, and cards without leads. */
export function BoardStill() {
  const { data: stages = [] } = useQuery(stagesQuery);
  return (
    <div className="flex gap-3">
      {stages.slice(0, 7).map(({ key, label }, at) => (
        <div key={key} className="grid w-48 shrink-0 content-start gap-2 rounded-card bg-mute-bg p-2">
          <span className="flex items-center gap-2 px-1 font-medium text-13">
            <StageIcon stage={key} />
            {label}
          </span>
          {Array.from({ length: CARDS[at] ?? 1 }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes
            <span key={card} className="grid gap-2 rounded-ctl border border-line bg-surface p-3">
              <span className="h-2.5 w-24 rounded-full bg-line" />
              <span className="h-2 w-16 rounded-full bg-line-soft" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
