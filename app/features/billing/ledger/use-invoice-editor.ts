import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { loadAdminInvoice } from "./api.ts";
import { type DraftErrors, type InvoiceDraft, isSameDraft, missingToSend, parseDraft } from "./invoice-draft.ts";
import { createInvoice, deleteDraft, sendInvoice, updateDraft } from "./mutations.ts";

export type Stored = { id: string; seen: string } | null;
type PendingAction = "save" | "send" | "delete" | null;

/** What the editor holds and does. What was typed stays through every refusal; a conflict is told and nothing overwritten. */
export function useInvoiceEditor(first: InvoiceDraft, stored: Stored, today: string) {
  const [draft, setDraft] = useState(first);
  const [saved, setSaved] = useState(first);
  const [seen, setSeen] = useState(stored?.seen);
  const [newId] = useState(() => crypto.randomUUID());
  const [errors, setErrors] = useState<DraftErrors>({});
  const [conflict, setConflict] = useState<string | null>(null);
  const [working, setWorking] = useState<PendingAction>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = stored?.id ?? newId;
  const dirty = !isSameDraft(draft, saved);

  const change = (changes: Partial<InvoiceDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    const still = { ...parseDraft(next).errors, ...missingToSend(next, today) };
    // While somebody corrects, errors go; new ones wait for the next try.
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in still)));
  };

  /** Stores what stands in the form and answers its version; null when something is wrong with it. */
  const store = async (): Promise<string | null> => {
    const read = parseDraft(draft);
    if (read.errors) {
      setErrors(read.errors);
      return null;
    }
    if (seen !== undefined && !dirty) return seen;
    let version: string | undefined;
    if (seen === undefined) {
      await createInvoice(id, draft, read.lines);
      const written = await loadAdminInvoice(id);
      version = written?.invoice.updated_at;
      // Its page opens with it, without a pause.
      if (written) client.setQueryData(queryKeys.adminInvoice(id), written);
    } else version = await updateDraft(id, seen, draft, read.lines);
    if (version === undefined) throw new TypeError("The draft was saved, and then it was gone");
    setSeen(version);
    setSaved(draft);
    return version;
  };

  const run = async (kind: PendingAction, errorMessage: string, action: () => Promise<void>) => {
    setWorking(kind);
    try {
      await action();
    } catch (error) {
      const problem = problemText(error, errorMessage);
      if (isConflict(error)) setConflict(problem);
      else toast.error(problem);
    } finally {
      setWorking(null);
      void client.invalidateQueries({ queryKey: queryKeys.billing() });
    }
  };
  const leaving = useRef(false);
  const leave = (to: string) => {
    leaving.current = true;
    void navigate(to, { replace: true });
  };

  const save = useSingleFlight(() =>
    run("save", "The draft was not saved", async () => {
      if ((await store()) === null) return;
      toast.success("Draft saved");
      if (!stored) leave(`/admin/billing/${id}`);
    }),
  );
  const send = useSingleFlight(() =>
    run("send", "The invoice was not sent", async () => {
      const version = await store();
      if (version === null) return;
      const number = await sendInvoice(id, version);
      toast.success(`${number} was sent to ${draft.client?.email}`);
      await client.invalidateQueries({ queryKey: queryKeys.adminInvoice(id) });
      if (!stored) leave(`/admin/billing/${id}`);
    }),
  );
  const remove = useSingleFlight(() =>
    run("delete", "The draft was not deleted", async () => {
      if (seen !== undefined) await deleteDraft(id, seen);
      setSaved(draft);
      toast.success("Draft deleted");
      leave("/admin/billing");
    }),
  );
  /** Whether it may be sent as it stands; shows what is missing. */
  const checkToSend = (): boolean => {
    const found = { ...parseDraft(draft).errors, ...missingToSend(draft, today) };
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  return {
    draft,
    change,
    errors,
    conflict,
    working,
    dirty,
    isNew: !stored,
    save,
    send,
    remove,
    checkToSend,
    canLeave: () => leaving.current,
  };
}

type Actions = { save: () => void; send: () => void };

/** Ctrl+S and Ctrl+Enter, wherever on the page one is; while something is asked they are the question's. */
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
