import { createContext, use } from "react";
import type { Outcome } from "./crm-format.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";

/** A merge that may be taken apart: its batch, the lead that stayed and the one that went into it. */
export type MergeRef = { batchId: string; kept: string; other: string };

/** What one can do with leads from anywhere in the CRM: lists, cards, the drawer, the palette. */
export type LeadActions = {
  /** Makes an unowned lead one's own; false when somebody else was faster (which is said). */
  claim: (lead: LeadRef) => Promise<boolean>;
  /** Claims, dials, and asks what came of it; who left no number but agreed to be written to is written to. */
  claimAndAnswer: (lead: LeadRef) => Promise<void>;
  /** Claims, opens a text message, and asks whether it was sent. */
  claimAndText: (lead: LeadRef) => Promise<void>;
  /** Notes what came of a call or a text, and moves a new lead on. */
  log: (lead: LeadRef, outcome: Outcome) => Promise<boolean>;
  /** Asks what came of a call. */
  askOutcome: (lead: LeadRef) => void;
  addTask: (lead: LeadRef) => void;
  /** Marks a task as done and asks for the next one. */
  finishTask: (lead: LeadRef, task: LeadTask) => void;
  addNote: (lead: LeadRef) => void;
  writeEmail: (lead: LeadRef) => void;
  assign: (leads: LeadRef[]) => void;
  /** Moves leads to a stage; Lost asks for the reason first. */
  move: (leads: LeadRef[], stage: string) => void;
  /** Asks why these are lost; `onLost` once they are, not when somebody thinks better of it. */
  lose: (leadIds: string[], onLost: () => void) => void;
  /** Asks for what a won lead's client needs, or hands that over to an admin. */
  setUpClient: (lead: LeadRef) => void;
  /** Asks before everything about this person is erased; for admins only. */
  erase?: ((lead: LeadRef) => void) | undefined;
  /** Makes two leads of one again, after saying what that does. */
  undoMerge: (merge: MergeRef) => void;
};

export const LeadActionsContext = createContext<LeadActions | null>(null);

/** The actions of the frame around every page of the CRM. */
export function useLeadActions(): LeadActions {
  const actions = use(LeadActionsContext);
  if (!actions) throw new Error("Actions on leads belong into the CRM's frame");
  return actions;
}
