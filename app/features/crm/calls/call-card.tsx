import { Button } from "~/ui/button.tsx";
import { CallOutcomePanel } from "../lib/call-outcome.tsx";
import type { ShownCall } from "./api.ts";
import { CallBrief } from "./call-brief.tsx";

type Props = { call: ShownCall; onOpen: (call: ShownCall) => void };

/** Everything about a call, with what can be done about it. */
export function CallCard({ call, onOpen }: Props) {
  return (
    <div className="grid gap-2.5">
      <p className="wrap-anywhere font-display font-semibold text-base tracking-tight">{call.name}</p>
      <CallOutcomePanel
        call={call}
        details={call.brief && <CallBrief call={call} brief={call.brief} />}
        action={
          call.can_open && (
            <Button size="sm" onClick={() => onOpen(call)}>
              Open lead
            </Button>
          )
        }
      />
    </div>
  );
}
