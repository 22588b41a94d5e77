import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { callLink, textLink } from "../../../../domain/phone.ts";
import { useStages } from "../lib/api.ts";
import { isCallAhead } from "../lib/calls.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { callObstacle, type Outcome, stageAfter, textObstacle } from "../lib/crm-format.ts";
import { prefersEmail } from "../lib/email-composer.tsx";
import { type LeadActions, LeadActionsContext } from "../lib/lead-actions.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { logActivity, logErrorText, markBeingAnswered, showLoggedToast } from "../lib/log-activity.ts";
import { refuseLog } from "../lib/log-mode.ts";
import { noteNewOwner } from "../lib/new-owners.ts";
import { leavesLead } from "../lib/open-lead.ts";
import { openLink } from "../lib/open-link.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { offerPremium } from "../workspace/offer-premium.ts";
import { claimLead, undoClaim } from "./api.ts";
import { type ActiveDialog, LeadDialogs } from "./lead-dialogs.tsx";
import { WinDialog, type Winning } from "./win-dialog.tsx";

const MergeWithDialog = lazy(async () => ({
  default: (await import("../merge/merge-with-dialog.tsx")).MergeWithDialog,
}));

type Logged = { lead: LeadRef; outcome: Outcome };

type Props = {
  children: ReactNode;
  /** Only admins may erase a person. */
  isAdmin?: boolean;
  /** Offers the next step after a lead is won. */
  onWon?: ((lead: LeadRef) => void) | undefined;
};

/** Provides the actions on leads, with their dialogs. */
export function LeadActionsProvider({ children, isAdmin = false, onWon }: Props) {
  const [dialog, setDialog] = useState<ActiveDialog | null>(null);
  const [merging, setMerging] = useState<LeadRef | null>(null);
  const [winning, setWinning] = useState<Winning | null>(null);
  const location = useLocation();
  const [place, setPlace] = useState(location);
  if (place !== location) {
    setPlace(location);
    // In the same step, so that no window stays over the list for a moment.
    if (leavesLead(place, location)) {
      setDialog(null);
      setMerging(null);
      setWinning(null);
    }
  }
  const { run: change } = useChangeLeads();
  const { labelOf } = useStages();
  /** The leads whose claim has offered Undo. */
  const claimedNow = useRef(new Set<string>());
  const claiming = useAction({
    whenBusy: "queue",
    canRetry: true,
    action: (lead: LeadRef) => claimLead(lead),
    onSuccess: ({ claimed, is_new, owner_name }, lead) => {
      const text = `You claimed ${leadName(lead)}`;
      // A second press changed nothing, and its toast would cover Undo. A retry after a lost answer says what the first one did.
      if (claimed && !is_new && claimedNow.current.has(lead.id)) return;
      if (claimed) {
        claimedNow.current.add(lead.id);
        return offerUndo({ text, leadId: lead.id, undo: () => undoClaim(lead) });
      }
      noteNewOwner([lead.id], { name: owner_name });
      toast.info(`${owner_name} already claimed ${leadName(lead)}`);
    },
    errorMessage: "Couldn't claim the lead",
    invalidates: [queryKeys.crm()],
  });
  const logging = useAction({
    whenBusy: "queue",
    canRetry: true,
    action: ({ lead, outcome: { kind, outcome, stage } }: Logged, id) => {
      const account = lead.account?.slug;
      const claim = !lead.owner_id;
      return logActivity({ id, leadId: lead.id, account, kind, outcome, claim, stage: stageAfter(lead, stage) });
    },
    onSuccess: (logged, { lead, outcome }) => {
      const stage = stageAfter(lead, outcome.stage);
      const moved = stage ? `, moved to ${labelOf(stage)}` : "";
      showLoggedToast(logged, lead, { text: `${leadName(lead)}: ${outcome.past}${moved}` });
    },
    errorMessage: ({ outcome: { kind } }) => logErrorText(kind),
    invalidates: [queryKeys.crm()],
  });
  const claim = useEventCallback(async (lead: LeadRef) => (await claiming.run(lead))?.answer.claimed ?? false);
  const log = useEventCallback(async (lead: LeadRef, outcome: Outcome) => {
    return (await logging.run({ lead, outcome })) !== null;
  });
  const move = useEventCallback(async (leads: LeadRef[], stage: string, onChanged?: () => void) => {
    const [lead] = leads;
    if (!lead || leads.every((one) => one.stage === stage)) return;
    if (areOfManyAccounts(leads)) return toast.info(ONE_ACCOUNT);
    const account = lead.account?.slug;
    const leadIds = leads.map(({ id }) => id);
    const who = leads.length === 1 ? leadName(lead) : `${leads.length} leads`;
    if (stage === "lost") return setDialog({ kind: "lost", leadIds, account, who, onLost: onChanged });
    const save = async () => {
      const changed = await change({ leadIds, account, changes: { stage }, text: `Moved ${who} to ${labelOf(stage)}` });
      if (changed) onChanged?.();
      return changed;
    };
    if (stage === "won" && leads.length > 1) {
      return setWinning({
        count: leads.length,
        unowned: leads.filter((one) => !one.owner_id).length,
        onConfirm: () => void save(),
      });
    }
    const changed = await save();
    // A lead that a client wins becomes no client of the agency.
    if (changed && stage === "won" && leads.length === 1 && !account) onWon?.(lead);
  });
  const isReadOnly = useIsReadOnly();
  // Memoized, so that lists do not render again while a claim or a log runs.
  const actions = useMemo<LeadActions>(() => {
    if (isReadOnly) return READ_ONLY;
    return {
      claim,
      log,
      claimAndAnswer: async (lead) => {
        if (!lead.owner_id && !(await claim(lead))) return;
        markBeingAnswered(lead);
        if (prefersEmail(lead)) return setDialog({ kind: "email", lead });
        // Without a phone number or consent to emails, only a note is left.
        if (!lead.phone) return setDialog({ kind: "note", lead });
        openLink(callLink(lead.phone));
        setDialog({ kind: "outcome", lead, first: "call" });
      },
      claimAndText: async (lead) => {
        if (!lead.owner_id && !(await claim(lead))) return;
        markBeingAnswered(lead);
        if (lead.phone && !textObstacle(lead)) openLink(textLink(lead.phone));
        setDialog({ kind: "outcome", lead, first: "sms" });
      },
      askOutcome: (lead, { calling = false } = {}) => {
        const obstacle = callObstacle(lead);
        if (obstacle) return refuseLog(obstacle);
        markBeingAnswered(lead);
        setDialog({ kind: "outcome", lead, ...(calling && { first: "call" as const }) });
      },
      addTask: (lead) => setDialog({ kind: "task", lead }),
      finishTask: (lead, task) =>
        isCallAhead(task) ? toast.info(CALL_AHEAD) : setDialog({ kind: "task", lead, done: task }),
      changeTask: (lead, task) =>
        task.call_id
          ? toast.info(isCallAhead(task) ? CALL_TASK : CALL_OUTCOME)
          : setDialog({ kind: "change-task", lead, task }),
      addNote: (lead) => setDialog({ kind: "note", lead }),
      writeEmail: (lead) => {
        markBeingAnswered(lead);
        setDialog({ kind: "email", lead });
      },
      bookCall: (lead) => setDialog({ kind: "call", lead }),
      bookCallWith: (wish) => setDialog({ kind: "call-with", ...wish }),
      moveCall: (ref) => setDialog({ kind: "move-call", ...ref }),
      handOverCall: (ref) => setDialog({ kind: "hand-over-call", ...ref }),
      cancelCall: (ref) => setDialog({ kind: "cancel-call", ...ref }),
      assign: (leads, onChanged) =>
        areOfManyAccounts(leads) ? toast.info(ONE_ACCOUNT) : setDialog({ kind: "assign", leads, onChanged }),
      move: (leads, stage, onChanged) => void move(leads, stage, onChanged),
      lose: (leadIds, onLost) => {
        const who = leadIds.length === 1 ? "this lead" : `${formatCount(leadIds.length)} leads`;
        setDialog({ kind: "lost", leadIds, who, onLost });
      },
      win: (count, unowned, onConfirm) => setWinning({ count, unowned, onConfirm }),
      setUpClient: (lead) => onWon?.(lead),
      erase: isAdmin ? (lead) => setDialog({ kind: "erase", lead }) : undefined,
      mergeWith: setMerging,
      undoMerge: (merge) => setDialog({ kind: "apart", merge }),
    };
  }, [claim, log, move, onWon, isAdmin, isReadOnly]);
  return (
    <LeadActionsContext value={actions}>
      {children}
      <LeadDialogs dialog={dialog} onClose={() => setDialog(null)} />
      {merging && (
        <Suspense>
          <MergeWithDialog lead={merging} onClose={() => setMerging(null)} />
        </Suspense>
      )}
      {winning && <WinDialog {...winning} onClose={() => setWinning(null)} />}
    </LeadActionsContext>
  );
}

const CALL_AHEAD = "This step is a booked call. It's completed when you record the call's outcome.";
const CALL_TASK = "This step is a booked call. Move or cancel the call instead.";
const CALL_OUTCOME = "This step asks for the outcome of a call. Record the outcome to complete it.";

const ONE_ACCOUNT = "Select leads from one account to change them together";

/** Each account has a team and lost reasons of its own, and each change is in one account. */
const areOfManyAccounts = (leads: LeadRef[]) => new Set(leads.map(({ account }) => account?.slug)).size > 1;

/** On the free plan, every action says what is missing instead of opening a dialog that ends in a refusal. */
const READ_ONLY: LeadActions = {
  claim: async () => offerPremium() ?? false,
  claimAndAnswer: async () => offerPremium(),
  claimAndText: async () => offerPremium(),
  log: async () => offerPremium() ?? false,
  askOutcome: offerPremium,
  addTask: offerPremium,
  finishTask: offerPremium,
  changeTask: offerPremium,
  addNote: offerPremium,
  writeEmail: offerPremium,
  bookCall: offerPremium,
  bookCallWith: offerPremium,
  moveCall: offerPremium,
  handOverCall: offerPremium,
  cancelCall: offerPremium,
  assign: offerPremium,
  move: offerPremium,
  lose: offerPremium,
  win: offerPremium,
  setUpClient: offerPremium,
  mergeWith: offerPremium,
  undoMerge: offerPremium,
};
