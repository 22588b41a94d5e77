import { shortcuts } from "~/content/shortcuts.ts";
import { useStages } from "../lib/api.ts";
import { needsOutcome, useOutcomeKeys } from "../lib/calls.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { useLogMode } from "../lib/log-mode.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { ComposerTab } from "./composer.tsx";

const LOG_HINT = "1 Connected · 2 No answer · 3 Left voicemail · 4 SMS sent · L again to add details";

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
  const log = useLogMode(lead, (one, outcome) => void actions.log(one, outcome), LOG_HINT);
  const on = (work: (lead: LeadDetail) => void) => () => {
    // Merged and erased leads are read-only.
    if (!lead || lead.merged_into || lead.erased_at) return false;
    work(lead);
  };
  const number = (key: string) =>
    on((one) => {
      const stage = stages.find(({ position }) => String(position) === key);
      if (stage) actions.move([one], stage.key);
    });
  useShortcuts(
    {
      j: () => (next ? goTo(next) : false),
      k: () => (previous ? goTo(previous) : false),
      Enter: on((one) => void actions.claimAndAnswer(one)),
      n: on(() => openTab("note")),
      l: on(() => (log.isOn ? openTab("call") : log.start())),
      e: on(() => openTab("email")),
      t: on(actions.addTask),
      d: () => {
        const task = lead?.tasks[0];
        if (!task) return false;
        actions.finishTask(lead, task);
      },
      m: () => {
        const task = lead?.tasks[0];
        if (!task) return false;
        actions.changeTask(lead, task);
      },
      b: on(actions.bookCall),
      a: on((one) => actions.assign([one])),
      ...outcomeKeys,
      Escape: log.end,
      ...Object.fromEntries(["1", "2", "3", "4", "5", "6", "7", "8"].map((key) => [key, number(key)])),
    },
    { help: shortcuts.lead, enabled: lead !== undefined },
  );
  return log.end;
}
