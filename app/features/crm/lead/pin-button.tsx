import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pin, PinOff } from "lucide-react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { pinEvent, type TimelineEvent } from "./load-timeline.ts";

/** Keeps an event on top of its lead's history, or no longer. */
export function PinButton({ event }: { event: TimelineEvent }) {
  const client = useQueryClient();
  const pin = useMutation({
    mutationFn: () => pinEvent(event, !event.pinned),
    onError: (error) => toast.error(problemText(error, "The pin was not changed")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crmLead(event.lead_id) }),
  });
  return (
    <IconButton
      label={event.pinned ? "Take the pin off" : "Pin on top"}
      size="sm"
      className={cn(
        "-my-1 opacity-0 focus-visible:opacity-100 group-hover/e:opacity-100 touch:opacity-100 phone:-my-3",
        event.pinned && "opacity-100",
      )}
      disabled={pin.isPending}
      onClick={() => pin.mutate()}
    >
      {event.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
    </IconButton>
  );
}
