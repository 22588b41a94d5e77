import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSession } from "~/shared/use-session.ts";
import { clockNow } from "~/ui/clock-ticker.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { undoLog } from "../lib/log-activity.ts";
import type { TimelineEvent } from "./load-timeline.ts";

const LOGGED_KINDS = new Set(["call", "email", "sms", "meeting", "note"]);
const DAY_MS = 86_400_000;

/** Takes a slip back: what one logged oneself within the last day. Nothing where that is not possible. */
export function UndoLogButton({ event }: { event: TimelineEvent }) {
  const client = useQueryClient();
  const { user } = useSession();
  const undo = useMutation({
    mutationFn: () => undoLog(event.id),
    onSuccess: () => toast.success("Taken back. It stays in the history and counts nowhere"),
    onError: (error) => toast.error(problemText(error, "It was not taken back")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crm() }),
  });
  const sent = event.kind === "email" && "to" in event.payload;
  const mine = user?.id === event.actor_id && LOGGED_KINDS.has(event.kind) && !sent && !event.is_retracted;
  if (!mine || clockNow() - Date.parse(event.at) > DAY_MS) return null;
  return (
    <IconButton
      label="Take this entry back"
      size="sm"
      className="-my-1 opacity-0 focus-visible:opacity-100 group-hover/e:opacity-100 touch:opacity-100 phone:-my-3"
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
    >
      <Undo2 aria-hidden="true" />
    </IconButton>
  );
}
