import { useEffect, useState } from "react";
import { shortcuts } from "~/content/shortcuts.ts";
import { toast } from "~/shared/toast.ts";
import { useStages } from "../lib/api.ts";
import { needsOutcome, useOutcomeKeys } from "../lib/calls.ts";
import { callObstacle, outcomeOfKey } from "../lib/crm-format.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { ComposerTab } from "./composer.tsx";

const LOG_HINT = "log-hint";

type Options = {
  lead: LeadDetail | undefined;
  openTab: (tab: ComposerTab) => void;
  goTo: (leadId: string | undefined) => void;
  next: string | undefined;
  previous: string | undefined;
};

/**
 * The shortcuts of an open lead in the drawer and on its page. Returns the function that Escape calls first. It returns false
 * when there was nothing to leave.
 */
export function useLeadShortcuts({ lead, openTab, goTo, next, previous }: Options): () => boolean {
  const actions = useLeadActions();
  const { stages } = useStages();
  const outcomeKeys = useOutcomeKeys(lead?.calls.findLast((call) => needsOutcome(call)));
  // The state belongs to one lead. On the next lead, a number key moves the lead again.
  const [loggingOf, setLoggingOf] = useState<string | null>(null);
  const logging = lead !== undefined && loggingOf === lead.id;
  const setLogging = (on: boolean) => setLoggingOf(on && lead ? lead.id : null);
  // The hint is only true while a number logs.
  useEffect(() => {
    if (logging) return () => toast.dismiss(LOG_HINT);
  }, [logging]);
  const on = (work: (lead: LeadDetail) => void) => () => {
    // Merged and erased leads are read-only.
    if (!lead || lead.merged_into || lead.erased_at) return false;
    setLogging(false);
    work(lead);
  };
  const leave = () => {
    setLogging(false);
    return logging;
  };
  const number = (key: string) =>
    on((one) => {
      const outcome = logging ? outcomeOfKey(one, key) : undefined;
      const stage = stages.find(({ position }) => String(position) === key);
      if (outcome) void actions.log(one, outcome);
      else if (stage && !logging) actions.move([one], stage.key);
    });
  useShortcuts(
    {
      j: () => (next ? goTo(next) : false),
      k: () => (previous ? goTo(previous) : false),
      Enter: on((one) => void actions.claimAndAnswer(one)),
      n: on(() => openTab("note")),
      l: () => {
        if (!lead || lead.merged_into) return false;
        // Without a phone number, the tab says what to do.
        if (logging || callObstacle(lead)) return openTab("call");
        setLogging(true);
        toast.info("1 Connected · 2 No answer · 3 Left voicemail · 4 SMS sent · L again to add details", {
          id: LOG_HINT,
        });
      },
      e: on(() => openTab("email")),
      t: on(actions.addTask),
      d: () => {
        const task = lead?.tasks[0];
        if (!task) return false;
        setLogging(false);
        actions.finishTask(lead, task);
      },
      b: on(actions.bookCall),
      a: on((one) => actions.assign([one])),
      ...outcomeKeys,
      Escape: leave,
      ...Object.fromEntries(["1", "2", "3", "4", "5", "6", "7", "8"].map((key) => [key, number(key)])),
    },
    { help: shortcuts.lead, enabled: lead !== undefined },
  );
  return leave;
}
