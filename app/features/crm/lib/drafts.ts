import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { onClearUserData } from "~/shared/clear-user-data.ts";
import { safeSessionStorage } from "~/shared/safe-storage.ts";

const listeners = new Set<(key: string, text: string) => void>();

/** Typed text that is not sent yet. This tab keeps it, even after a reload. */
export function useStoredDraft(name: string): [string, (text: string) => void] {
  const key = draftKey(name);
  const [stored, setStored] = useState({ key, text: readDraft(name) });
  if (stored.key !== key) setStored({ key, text: readDraft(name) });
  useEffect(() => {
    const listener = (written: string, text: string) => written === key && setStored({ key, text });
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [key]);
  const write = useCallback((text: string) => writeDraft(name, text), [name]);
  return [stored.key === key ? stored.text : readDraft(name), write];
}

/** Typed fields that are not sent yet, kept as `useStoredDraft` keeps a text. Null if nothing is kept. */
export function useStoredFields<Fields>(name: string): [Fields | null, (fields: Fields | null) => void] {
  const [text, setText] = useStoredDraft(name);
  const fields = useMemo(() => (text ? (JSON.parse(text) as Fields) : null), [text]);
  const write = useCallback((next: Fields | null) => setText(next ? JSON.stringify(next) : ""), [setText]);
  return [fields, write];
}

/**
 * Clears drafts that were sent. Returns a function that restores them together, unless nothing was typed or something else was begun
 * since. It returns whether it did.
 */
export function clearDrafts(names: string[]): () => boolean {
  const sent = names.map((name) => [name, readDraft(name)] as const);
  for (const name of names) writeDraft(name, "");
  return () => {
    if (sent.every(([, text]) => !text.trim()) || names.some((name) => readDraft(name).trim())) return false;
    for (const [name, text] of sent) writeDraft(name, text);
    return true;
  };
}

/** Writes a draft, also for the fields that show it now. Undo writes after its own form may be gone. */
export function writeDraft(name: string, text: string): void {
  const key = draftKey(name);
  for (const listener of listeners) listener(key, text);
  if (text) safeSessionStorage.write(key, text);
  else safeSessionStorage.remove(key);
}

/** A draft in a dialog. Discard restores the text from when the dialog opened. */
export function useDialogDraft(name: string) {
  const [text, setText] = useStoredDraft(name);
  const before = useRef(text);
  return {
    text,
    setText,
    isDirty: text !== before.current && text.trim() !== "",
    restore: () => setText(before.current),
  };
}

const draftKey = (name: string) => `crm-draft:${name}`;

/** The text of a draft; its name is what it is and the lead's id, such as "note:<id>". */
export function readDraft(name: string): string {
  leads.add(name.slice(name.indexOf(":") + 1));
  return safeSessionStorage.read(draftKey(name)) ?? "";
}

/** The leads that this page load had a field for. Other drafts of the tab may be of another account. */
const leads = new Set<string>();
onClearUserData(() => leads.clear());

export const unsentLeads = (): string[] => [...leads];

/** What someone typed into a fact, the stored text that they began with, and the version of the lead then. */
export type FactEdit = { typed: string; from: string; version: number };

/** By lead and field, a fact that someone is editing. */
const edits = new Map<string, Map<string, FactEdit>>();
onClearUserData(() => edits.clear());

/** Keeps what someone types into a fact of a lead, also while the lead is out of their sight. Null ends the edit. */
export function keepEdit(leadId: string, label: string, edit: FactEdit | null): void {
  const ofLead = edits.get(leadId) ?? new Map<string, FactEdit>();
  if (edit === null) ofLead.delete(label);
  else ofLead.set(label, edit);
  edits.set(leadId, ofLead);
  leads.add(leadId);
}

export const keptEdit = (leadId: string, label: string): FactEdit | null => edits.get(leadId)?.get(label) ?? null;

const DRAFTS = [
  ["note", "Note"],
  ["call", "Call notes"],
  ["sms", "SMS"],
  ["email-subject", "Email subject"],
  ["email", "Email"],
  ["consent", "How they agreed to be contacted"],
] as const;

export type UnsentText = { label: string; text: string };

/** Everything that this tab holds of what someone typed about a lead and did not send. */
export const unsentTexts = (leadId: string): UnsentText[] =>
  [
    ...DRAFTS.map(([name, label]) => ({ label, text: readDraft(`${name}:${leadId}`) })),
    ...[...(edits.get(leadId) ?? [])].map(([label, { typed: text }]) => ({ label, text })),
  ].filter(({ text }) => text.trim() !== "");
