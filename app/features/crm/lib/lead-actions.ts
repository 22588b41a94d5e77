import { createContext, use } from "react";
import type { BookedCall } from "./call-types.ts";
import type { Outcome } from "./crm-format.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";

/** A merge that can be undone: its batch, the lead that was kept and the one that was merged into it. */
export type MergeRef = { batchId: string; kept: string; other: string };

/** Where in a calendar someone wants to book a call. */
export type CallTimeWish = {
  to?: Date | undefined;
  /** The person whose calendar it is. Null when it is everyone's. */
  host: { id: string; name: string } | null;
};

/** A call to move, hand over or cancel. */
export type CallRef = {
  call: BookedCall;
  /** The slug of the call's account, if it isn't the page's. */
  account?: string | undefined;
  /** The time that it was dragged to. */
  to?: Date | undefined;
};

/** The actions on leads that all CRM screens share. */
export type LeadActions = {
  /** Makes the user the owner of an unowned lead. Returns false and shows a toast if someone else claimed it first. */
  claim: (lead: LeadRef) => Promise<boolean>;
  /** Claims, dials and asks for the outcome. Without a phone number, it opens an email if the lead agreed to emails, else a note. */
  claimAndAnswer: (lead: LeadRef) => Promise<void>;
  /** Claims, opens a text message and asks whether the user sent it. */
  claimAndText: (lead: LeadRef) => Promise<void>;
  /** Logs the outcome of a call or text, and moves a new lead on. */
  log: (lead: LeadRef, outcome: Outcome) => Promise<boolean>;
  /** Asks for the outcome of a call, unless the lead has no phone number. If the call just started (`calling`), its time runs in the dialog. */
  askOutcome: (lead: LeadRef, options?: { calling?: boolean }) => void;
  addTask: (lead: LeadRef) => void;
  /** Finishes a task and asks for the next one. */
  finishTask: (lead: LeadRef, task: LeadTask) => void;
  /** Changes the type, title or time of a task. */
  changeTask: (lead: LeadRef, task: LeadTask) => void;
  addNote: (lead: LeadRef) => void;
  writeEmail: (lead: LeadRef) => void;
  /** Books a call in the lead's name, at a free time of the account's meeting types. */
  bookCall: (lead: LeadRef) => void;
  /** Asks who the call is with, and then books it, at a free time near `to` if that is given. */
  bookCallWith: (wish: CallTimeWish) => void;
  /** Moves a call to another time, after a question. */
  moveCall: (ref: CallRef) => void;
  /** Gives a call to a colleague at the same time. */
  handOverCall: (ref: CallRef) => void;
  /** Cancels a call, after a question. */
  cancelCall: (ref: CallRef) => void;
  /** Asks for an owner. Calls `onChanged` after the change, but not after Cancel. */
  assign: (leads: LeadRef[], onChanged?: () => void) => void;
  /** Moves leads to a stage. Lost asks for the reason first. Calls `onChanged` after the change, but not after Cancel. */
  move: (leads: LeadRef[], stage: string, onChanged?: () => void) => void;
  /** Asks why leads are lost. Calls `onLost` after the change, but not after Cancel. */
  lose: (leadIds: string[], onLost: () => void) => void;
  /** Asks before many leads are won. `unowned`: how many of them have no owner, if known. Wins them in `onConfirm`. */
  win: (count: number, unowned: number | null, onConfirm: () => void) => void;
  /** Opens the client setup for a won lead. Sales people can ask an admin to do it. */
  setUpClient: (lead: LeadRef) => void;
  /** Erases everything about a person after a confirmation. Only for admins. */
  erase?: ((lead: LeadRef) => void) | undefined;
  /** Finds another lead of the same person and merges both after a comparison. */
  mergeWith: (lead: LeadRef) => void;
  /** Undoes a merge after a confirmation. */
  undoMerge: (merge: MergeRef) => void;
};

export const LeadActionsContext = createContext<LeadActions | null>(null);

/** The actions from the CRM's layout. */
export function useLeadActions(): LeadActions {
  const actions = use(LeadActionsContext);
  if (!actions) throw new Error("useLeadActions needs a LeadActionsProvider above it");
  return actions;
}
