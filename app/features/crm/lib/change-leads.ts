import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { fieldText } from "./crm-format.ts";
import { type Prediction, predictChange } from "./lead-counts.ts";
import { leadDetail, type UndoResult, undoResult } from "./lead-types.ts";
import { noteNewOwner } from "./new-owners.ts";
import { offerUndo, trackChange } from "./undo-stack.ts";

/** Columns of leads, plus `archived`, `add_tags`, `remove_tags` and `consent`. */
export type LeadChanges = { [field: string]: Json };

/**
 * Skipped leads are those that the caller may not change, or that need no change. `problem` is the error that stopped the
 * change, `isCanceled` says that the user did. The steps before it are stored and can be undone.
 */
export type ChangeResult = {
  batchIds: string[];
  changed: number;
  skipped: number;
  problem?: unknown;
  isCanceled?: boolean;
};

export const changedLeads = z.object({ batch_id: z.string(), changed: z.number(), skipped: z.number() });

export const MAX_LEADS_PER_CHANGE = 10_000;

/** A statement of this size blocks the embedded database for 0.2 s. Other requests can run between two statements. */
export const BATCH_SIZE = 200;

type Options = {
  seenVersion?: number | undefined;
  onProgress?: (done: number) => void;
  /** Ends the change after the step that runs. */
  signal?: AbortSignal;
  /** The slug of the leads' account, if it isn't the page's. */
  account?: string | undefined;
};

/**
 * Changes one or more leads in steps. With `seenVersion`, the database refuses the change of a single lead that someone else
 * has changed since (PT409). Throws ServiceError when nothing was changed.
 */
export async function changeLeads(
  leadIds: string[],
  changes: LeadChanges,
  { seenVersion, onProgress, signal, account }: Options = {},
): Promise<ChangeResult> {
  const total: ChangeResult = { batchIds: [], changed: 0, skipped: 0 };
  for (let at = 0; at < leadIds.length; at += BATCH_SIZE) {
    if (signal?.aborted) return { ...total, isCanceled: true };
    const batchId = crypto.randomUUID();
    // Stored before the call, so that a change whose response was lost can be undone as well.
    total.batchIds.push(batchId);
    const step = { p_batch_id: batchId, p_lead_ids: leadIds.slice(at, at + BATCH_SIZE), p_changes: changes };
    try {
      const given = { ...step, p_seen_version: seenVersion };
      const { changed, skipped } = await rpc("change_leads", given, changedLeads, account);
      total.changed += changed;
      total.skipped += skipped;
    } catch (problem) {
      if (at === 0) throw problem;
      return { ...total, problem };
    }
    onProgress?.(Math.min(at + BATCH_SIZE, leadIds.length));
  }
  return total;
}

export const undoneChange = z.extend(undoResult, {
  /** For admins: the clients' accounts of leads that are no longer won, if there are any. */
  accounts: z.optional(z.array(z.object({ id: z.string(), name: z.string(), is_invited: z.boolean() }))),
});

/** Undoes a change, except for leads that someone has changed since. Can be retried after a failure. Throws ServiceError. */
export function undoChange(batchIds: string[], account?: string): Promise<UndoResult> {
  return undoSteps(batchIds, async (batchId) => {
    const { accounts, ...undone } = await rpc("undo_lead_batch", { p_batch_id: batchId }, undoneChange, account);
    const rest = keptAccounts(accounts);
    return { ...undone, ...(rest && { rest }) };
  });
}

/** Winning a lead made its account, and its owner may have the invitation already. So both stay until someone removes them. */
export function keptAccounts(accounts: z.infer<typeof undoneChange>["accounts"] = []): UndoResult["rest"] {
  const [account] = accounts;
  if (!account) return;
  const path = accounts.length === 1 ? `/admin/accounts/${account.id}` : "/admin/accounts";
  return {
    text:
      accounts.length > 1
        ? `${formatCount(accounts.length)} client accounts stay`
        : `The account “${account.name}” stays${account.is_invited ? ", and so does its invitation" : ""}`,
    button: { label: accounts.length === 1 ? "Open account" : "Open accounts", onClick: () => location.assign(path) },
  };
}

/** With these codes, the step never reached the database, or it is already undone. */
const FINAL_CODES = new Set(["PT404", "PT409"]);

/**
 * Undoes steps, the last one first. Removes each finished step from the list, so that a retry after a failure continues with
 * the rest. Throws what `undo` throws.
 */
export async function undoSteps(steps: string[], undo: (step: string) => Promise<UndoResult>): Promise<UndoResult> {
  const total: UndoResult = { restored: 0, kept: 0 };
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    try {
      const { restored, kept, rest } = await undo(step);
      total.restored += restored;
      total.kept += kept;
      if (rest) total.rest = rest;
    } catch (error) {
      if (!(error instanceof ServiceError && FINAL_CODES.has(error.code ?? ""))) throw error;
    }
    steps.pop();
  }
  return total;
}

type ChangeRequest = {
  /** The ids, or a function that loads them. */
  leadIds: string[] | (() => Promise<string[]>);
  changes: LeadChanges;
  text: string;
  seenVersion?: number;
  /** The slug of the leads' account, if it isn't the page's. */
  account?: string | undefined;
};

/** Changes leads and offers Undo. A change waits while another one runs. */
export function useChangeLeads({ isFree = false, canRetry = false }: { isFree?: boolean; canRetry?: boolean } = {}) {
  /** The number of leads that a large change has processed. */
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(null);
  const client = useQueryClient();
  const predictions = useRef(new WeakMap<ChangeRequest, Prediction>());
  const change = useAction({
    whenBusy: "queue",
    isFree,
    canRetry,
    optimistic: (request: ChangeRequest) => {
      if (!Array.isArray(request.leadIds)) return () => {};
      const prediction = predictChange(client, request.leadIds, request.changes);
      predictions.current.set(request, prediction);
      return prediction.revert;
    },
    action: async ({ leadIds, changes, seenVersion, account }: ChangeRequest) => {
      const ids = typeof leadIds === "function" ? await leadIds() : leadIds;
      running.current = new AbortController();
      const { signal } = running.current;
      return changeLeads(ids, changes, { onProgress: setDone, seenVersion, signal, account }).finally(() => setDone(0));
    },
    onSuccess: (result, request) => {
      const prediction = predictions.current.get(request);
      // Nothing was stored, and a lead that the user no longer sees is not read again.
      if (result.changed === 0) prediction?.revert();
      const owner = request.changes["user_id"];
      if (typeof owner === "string" && result.changed > 0 && Array.isArray(request.leadIds))
        noteNewOwner(request.leadIds, { id: owner });
      showChangeToast(result, request, prediction);
      predictions.current.delete(request);
    },
    explain: (error) => (isConflict(error) ? "Someone else just changed this lead" : null),
    errorMessage: "Couldn't save the change",
    invalidates: [queryKeys.crm()],
  });
  return {
    ...change,
    run: (request: ChangeRequest) => trackChange(change.run(request)),
    done,
    cancel: () => running.current?.abort(),
  };
}

function showChangeToast(
  result: ChangeResult,
  { text, account, leadIds }: ChangeRequest,
  prediction: Prediction | undefined,
): void {
  const { batchIds, changed, skipped, problem, isCanceled } = result;
  const isPartial = isCanceled || problem !== undefined;
  // Without a partial result, all leads return.
  const predict = skipped === 0 && !isPartial ? prediction?.undo : undefined;
  const leads = changed === 1 ? "1 lead changed" : `${formatCount(changed)} leads changed`;
  const only = `Only ${leads}`;
  const rest = skipped > 0 ? `. ${formatCount(skipped)} skipped: already up to date, or not yours to edit` : "";
  // In one toast, because a second one would cover Undo.
  const whole =
    problem !== undefined
      ? problemText(problem, only)
      : isCanceled
        ? `Canceled. ${only}`
        : rest
          ? `${leads}${rest}`
          : text;
  const name = isPartial || skipped > 0 ? leads : text;
  const [leadId, ...others] = Array.isArray(leadIds) ? leadIds : [];
  if (changed > 0)
    offerUndo({
      text: whole,
      name,
      ...(leadId && others.length === 0 && { leadId }),
      undo: () => undoChange(batchIds, account),
      ...(predict && { predict }),
    });
  else if (problem !== undefined) toast.error(problemText(problem, "Nothing changed"));
  else
    toast.info(isCanceled ? "Canceled. Nothing changed" : "Nothing changed: already up to date, or not yours to edit");
}

/** Says why a change of a lead was refused. After a conflict it says who changed the lead and what they changed. */
export async function refusedChangeText(error: unknown, leadId: string | undefined, who: string): Promise<string> {
  if (!isConflict(error)) return problemText(error, "Couldn't save the change");
  const lead = leadId ? await rpc("lead_page", { p_lead_id: leadId }, leadDetail).catch(() => null) : null;
  const change = lead?.last_change;
  if (!change?.by) return `Someone else just changed ${who}. You now see the latest version.`;
  const what = change.fields && formatNames(change.fields.map(fieldText));
  return `${change.by} just changed ${what ? `the ${what} of ${who}` : who}. You now see the latest version.`;
}
