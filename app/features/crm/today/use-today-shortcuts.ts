import { shortcuts } from "~/content/shortcuts.ts";
import type { Stage } from "../lib/api.ts";
import { useOutcomeKeys } from "../lib/calls.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import { type LeadRef, nextTask, type QueueLead } from "../lib/lead-types.ts";
import { useLogMode } from "../lib/log-mode.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { isToAnswer } from "./enter-text.ts";

type Options = {
  lead: QueueLead | undefined;
  /** The leads selected with x, or the focused lead if none are selected. */
  selectedLeads: LeadRef[];
  /** The number of leads selected with x. */
  selectedCount: number;
  stages: Stage[];
  at: number;
  enabled: boolean;
  goTo: (at: number) => void;
  toggle: (leadId: string) => void;
  clearSelection: () => void;
  open: (lead: QueueLead) => void;
};

/** The screen's shortcuts. Returns whether the next number key logs an outcome. */
export function useTodayShortcuts({
  lead,
  selectedLeads,
  selectedCount,
  stages,
  at,
  enabled,
  goTo,
  toggle,
  clearSelection,
  open,
}: Options): boolean {
  const actions = useLeadActions();
  const log = useLogMode(enabled ? lead : undefined, (one, outcome) => void actions.log(one, outcome));
  const outcomeKeys = useOutcomeKeys(lead?.call, lead?.account?.slug);
  const withLead = (action: (lead: QueueLead) => void) => () => {
    if (!lead) return false;
    action(lead);
  };
  const number = (key: string) =>
    withLead(() => {
      const stage = stages.find(({ position }) => String(position) === key);
      if (stage) actions.move(selectedLeads, stage.key, clearSelection);
    });
  const leave = () => {
    if (!log.end() && selectedCount === 0) return false;
    clearSelection();
  };
  const move = (by: number) => () => goTo(at + by);
  useShortcuts(
    {
      j: move(1),
      k: move(-1),
      ArrowDown: move(1),
      ArrowUp: move(-1),
      Enter: withLead((one) => (isToAnswer(one) ? void actions.claimAndAnswer(one) : open(one))),
      o: withLead(open),
      // A second L ends it, as every key does.
      l: withLead(() => !log.isOn && log.start()),
      t: withLead(actions.addTask),
      d: () => {
        const task = lead && nextTask(lead);
        if (!task) return false;
        actions.finishTask(lead, task);
      },
      m: () => {
        const task = lead && nextTask(lead);
        if (!task) return false;
        actions.changeTask(lead, task);
      },
      n: withLead(actions.addNote),
      e: withLead(actions.writeEmail),
      b: withLead(actions.bookCall),
      a: withLead(() => actions.assign(selectedLeads, clearSelection)),
      x: withLead((one) => toggle(one.id)),
      ...outcomeKeys,
      Escape: leave,
      ...Object.fromEntries(["1", "2", "3", "4", "5", "6", "7", "8"].map((key) => [key, number(key)])),
    },
    { help: shortcuts.today, enabled },
  );
  return log.isOn;
}
