import { createContext, use } from "react";
import type { Outcome } from "./crm-format.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";

/** A merge that can be undone: its batch, the lead that was kept and the one that was merged into it. */
export type MergeRef = { batchId: string; kept: string; other: string };

/** The actions on leads that every part of the CRM offers. */
export type LeadActions = {
  /** Makes an unowned lead the reader's. False when someone else was faster, which a toast says. */
  claim: (lead: LeadRef) => Promise<boolean>;
  /** Claims, dials and asks for the outcome; opens an email when the lead has no phone number but agreed to emails. */
  claimAndAnswer: (lead: LeadRef) => Promise<void>;
  /** Claims, opens a text message and asks whether it was sent. */
  claimAndText: (lead: LeadRef) => Promise<void>;
  /** Logs the outcome of a call or text, and moves a new lead on. */
  log: (lead: LeadRef, outcome: Outcome) => Promise<boolean>;
  /** Asks for the outcome of a call. */
  askOutcome: (lead: LeadRef) => void;
  addTask: (lead: LeadRef) => void;
  /** Finishes a task and asks for the next one. */
  finishTask: (lead: LeadRef, task: LeadTask) => void;
  addNote: (lead: LeadRef) => void;
  writeEmail: (lead: LeadRef) => void;
  assign: (leads: LeadRef[]) => void;
  /** Moves leads to a stage; Lost asks for the reason first. */
  move: (leads: LeadRef[], stage: string) => void;
  /** Asks why leads are lost; calls `onLost` once they are, but not after Cancel. */
  lose: (leadIds: string[], onLost: () => void) => void;
  /** Asks what the client of a won lead needs, or hands that to an admin. */
  setUpClient: (lead: LeadRef) => void;
  /** Asks before it erases everything about a person; admins only. */
  erase?: ((lead: LeadRef) => void) | undefined;
  /** Undoes a merge after a confirmation. */
  undoMerge: (merge: MergeRef) => void;
};

export const LeadActionsContext = createContext<LeadActions | null>(null);

/** The actions that the CRM's layout provides. */
export function useLeadActions(): LeadActions {
  const actions = use(LeadActionsContext);
  if (!actions) throw new Error("Actions on leads belong into the CRM's frame");
  return actions;
}
