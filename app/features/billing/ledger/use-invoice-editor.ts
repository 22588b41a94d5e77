import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { adminInvoiceQuery } from "./api.ts";
import {
  ARCHIVED,
  type DraftErrors,
  type InvoiceDraft,
  inCurrency,
  isSameDraft,
  missingToSend,
  parseDraft,
} from "./invoice-draft.ts";
import { createInvoice, deleteDraft, restoreDraft, sendInvoice, updateDraft } from "./mutations.ts";

export type Stored = { id: string; seen: string } | null;

type Now = { today: string; archivedAccount: string | null };

/** Refusals that are about the client, and no conflict with another version of the draft. */
const ABOUT_CLIENT = ["account_archived", "owner_missing"];

/** The state and actions of the editor. The user's input stays after every refusal, and a conflict overwrites nothing. */
export function useInvoiceEditor(first: InvoiceDraft, stored: Stored, { today, archivedAccount }: Now) {
  const [draft, setDraft] = useState(first);
  const [saved, setSaved] = useState(first);
  const [seen, setSeen] = useState(stored?.seen);
  // Saving and sending share this ID, so that both change the same draft.
  const [newId] = useState(() => crypto.randomUUID());
  const [errors, setErrors] = useState<DraftErrors>({});
  /** How often saving or sending found errors. */
  const [failures, setFailures] = useState(0);
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = stored?.id ?? newId;
  const dirty = !isSameDraft(draft, saved);
  /** An account that was refused, because it was archived since the page loaded. */
  const [refusedAccount, setRefusedAccount] = useState<string | null>(null);
  const isArchived = ({ client }: InvoiceDraft) => archivedAccount !== null && client?.account_id === archivedAccount;
  const missing = (now: InvoiceDraft): DraftErrors => ({
    ...parseDraft(now).errors,
    ...missingToSend(now, today),
    ...(isArchived(now) && { client: ARCHIVED }),
  });

  const change = (changes: Partial<InvoiceDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    const still = missing(next);
    // During corrections, errors disappear. New ones wait for the next attempt.
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in still)));
  };

  /** Prices that the new currency can't have show their errors, because their amounts are missing from the total. */
  const changeCurrency = (currency: string) => {
    const next = inCurrency(draft, currency);
    change(next);
    const found = parseDraft(next).errors ?? {};
    const prices = next.lines.filter(({ unit }) => unit.trim()).map(({ key }) => `${key}-unit`);
    setErrors((shown) => ({
      ...shown,
      ...Object.fromEntries(prices.flatMap((name) => (found[name] ? [[name, found[name]]] : []))),
    }));
  };

  const refuse = (found: DraftErrors) => {
    setErrors(found);
    setFailures((before) => before + 1);
  };
  /** Shows the error of a field that the user leaves. */
  const checkField = (name: string) => {
    const found = parseDraft(draft).errors?.[name];
    if (found) setErrors((shown) => ({ ...shown, [name]: found }));
  };

  /** Saves the draft and returns its version; null when the draft has errors. */
  const store = async (): Promise<string | null> => {
    const read = parseDraft(draft);
    if (read.errors) {
      refuse(read.errors);
      return null;
    }
    if (seen !== undefined && !dirty) return seen;
    let version: string | undefined;
    if (seen === undefined) {
      await createInvoice(id, draft, read.lines);
      // With the invoice in the cache, its page opens at once.
      version = (await client.fetchQuery(adminInvoiceQuery(id)))?.invoice.updated_at;
    } else version = await updateDraft(id, seen, draft, read.lines);
    if (version === undefined) throw new TypeError("The draft was saved, and then it was gone");
    setSeen(version);
    setSaved(draft);
    setErrors(({ client: _, ...others }) => others);
    return version;
  };

  const leaving = useRef(false);
  const leave = (to: string, state?: Arrival) => {
    leaving.current = true;
    void navigate(to, { replace: true, state });
  };
  // The page of the saved draft has the same controls, and the user writes on in the same one.
  const focused = useRef(-1);
  // The page of an account lists its drafts.
  const shared = {
    showProblem: "inline-conflict",
    handleError: (error: unknown) => {
      if (!(error instanceof ServiceError && ABOUT_CLIENT.includes(error.refusal?.code ?? ""))) return false;
      if (error.refusal?.code === "account_archived") setRefusedAccount(draft.client?.account_id ?? null);
      refuse({ client: error.message });
      return true;
    },
    invalidates: [queryKeys.billing(), queryKeys.accounts()],
  } as const;
  const save = useAction({
    ...shared,
    action: store,
    successMessage: (version) => (version === null ? null : "Draft saved"),
    errorMessage: "Couldn't save the draft",
    onSuccess: (version) => {
      if (version !== null && !stored) leave(`/admin/billing/${id}`, { control: focused.current });
    },
  });
  const send = useAction({
    ...shared,
    action: async () => {
      const version = await store();
      return version === null ? null : sendInvoice(id, version);
    },
    successMessage: (number) => (number === null ? null : `${number} was sent to ${draft.client?.email}`),
    errorMessage: "Couldn't send the invoice",
    onSuccess: async (number) => {
      if (number === null) return;
      await client.invalidateQueries({ queryKey: queryKeys.adminInvoice(id) });
      if (!stored) leave(`/admin/billing/${id}`);
    },
  });
  const restore = useAction({
    action: () => restoreDraft(id),
    successMessage: "Draft restored",
    errorMessage: "Couldn't restore the draft",
    invalidates: shared.invalidates,
  });
  const remove = useAction({
    ...shared,
    action: async () => {
      if (seen !== undefined) await deleteDraft(id, seen);
    },
    successMessage: { title: "Draft deleted", action: { label: "Undo", onClick: () => void restore.run() } },
    errorMessage: "Couldn't delete the draft",
    onSuccess: () => {
      setSaved(draft);
      leave("/admin/billing");
    },
  });
  /** Whether the draft can be sent. Shows what is missing. */
  const checkToSend = (): boolean => {
    const found = missing(draft);
    const isComplete = Object.keys(found).length === 0;
    if (isComplete) setErrors({});
    else refuse(found);
    return isComplete;
  };
  return {
    draft,
    isArchived:
      isArchived(draft) ||
      (errors.client !== undefined && refusedAccount !== null && draft.client?.account_id === refusedAccount),
    change,
    changeCurrency,
    errors,
    failures,
    checkField,
    conflict: [save, send, remove].find(({ conflict }) => conflict)?.problem,
    dirty,
    isNew: !stored,
    save: {
      busy: save.busy,
      run: () => {
        focused.current = controls().indexOf(document.activeElement);
        return save.run();
      },
    },
    send,
    remove,
    checkToSend,
    canLeave: () => leaving.current,
  };
}

/** What the page of a new draft gets with its address: the place of the control that had the focus. */
type Arrival = { control: number };

const controls = (): (Element | null)[] => [
  ...document.querySelectorAll("[data-invoice-editor] :is(input, textarea, button)"),
];

/** Gives the focus to the control that had it before the first save. */
export function useFocusAfterFirstSave(): void {
  const { state } = useLocation();
  const control = (state as Arrival | null)?.control;
  useEffect(() => {
    const target = controls()[control ?? -1];
    if (target instanceof HTMLElement) target.focus();
  }, [control]);
}

type Actions = { save: () => void; send: () => void };

/** Ctrl+S and Ctrl+Enter anywhere on the page, except while a dialog is open. */
export function useEditorShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const action = { s: latest.current.save, Enter: latest.current.send }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
