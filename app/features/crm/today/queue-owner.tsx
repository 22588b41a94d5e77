import { UserRoundPlus } from "lucide-react";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Kbd } from "~/ui/kbd.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { QueueRow as Row } from "./use-queue.ts";

/** Whose lead it is; nobody's can be claimed here. */
export function QueueOwner({ row: { lead }, current }: { row: Row; current: boolean }) {
  const { claim } = useLeadActions();
  const place = "@max-[519px]/queue:col-start-2 @max-[519px]/queue:row-start-3";
  if (lead.owner_name)
    return (
      <span className={cn("flex min-w-0 items-center justify-end gap-1.5 text-ink-2", place)}>
        <span className="truncate @max-[519px]/queue:sr-only">{lead.owner_name.split(" ")[0]}</span>
        <Avatar name={lead.owner_name} size={20} />
      </span>
    );
  return (
    <span className={cn("flex items-center justify-end gap-1.5 text-ink-3", place)}>
      <span
        className={cn(
          "group-hover/q:hidden touch:group-hover/q:inline @max-[519px]/queue:sr-only",
          current && "hidden @max-[519px]/queue:inline",
        )}
      >
        Unowned
      </span>
      <span
        aria-hidden="true"
        className={cn(
          "grid size-5 place-items-center rounded-full border border-ink-4 group-hover/q:hidden touch:group-hover/q:grid [&_svg]:size-3",
          current && "hidden @max-[519px]/queue:grid",
        )}
      >
        <UserRoundPlus />
      </span>
      <Button
        size="sm"
        className={cn(
          "z-1 hidden group-hover/q:inline-flex touch:hidden @max-[519px]/queue:hidden! phone:h-7",
          current && "inline-flex touch:hidden",
        )}
        onClick={() => void claim(lead)}
      >
        Claim {current && <Kbd>↵</Kbd>}
      </Button>
    </span>
  );
}
