import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { onClearUserData } from "~/shared/clear-user-data.ts";
import { safeSessionStorage } from "~/shared/safe-storage.ts";
import * as z from "~/shared/schema.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import type { LeadAccount, LeadRef, LeadRow } from "./lead-types.ts";

/** A lead's page in its account's workspace, which is another page load. */
export const pathInAccount = ({ slug }: LeadAccount, leadId: string) => `/workspace/${slug}/leads/${leadId}`;

/** The lead in the open drawer. Its id is in the URL on every CRM page: `?lead=<id>`. */
export function useOpenLead() {
  const { read, change } = useUrlState();
  const open = useCallback(
    (leadId: string, account?: LeadAccount | null) =>
      account ? location.assign(pathInAccount(account, leadId)) : change({ lead: leadId }, { push: true }),
    [change],
  );
  const show = useCallback((leadId: string) => change({ lead: leadId }), [change]);
  const close = useCallback(() => change({ lead: "" }), [change]);
  return { leadId: read("lead"), open, show, close };
}

type Place = { pathname: string; search: string };
const leadIn = ({ search }: Place) => new URLSearchParams(search).get("lead");

/** Whether a change of the address leaves the page or the open lead, and with it the windows about the lead. */
export const leavesLead = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || (leadIn(from) !== null && leadIn(from) !== leadIn(to));

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The leads that are open or under the cursor, the topmost last. A list without such a lead has its place, too. */
const focused: { lead: LeadRef | undefined }[] = [];
const getFocused = () => focused.findLast(({ lead }) => lead)?.lead;

/** The palette's actions act on this lead while the calling component is mounted. */
export function useProvideFocusedLead(lead: LeadRef | undefined): void {
  const place = useRef<{ lead: LeadRef | undefined }>({ lead: undefined });
  // Once, so that a list that loads again stays below the open lead.
  useEffect(() => {
    const entry = place.current;
    focused.push(entry);
    return () => {
      focused.splice(focused.indexOf(entry), 1);
      notify();
    };
  }, []);
  useEffect(() => {
    place.current.lead = lead;
    notify();
  }, [lead]);
}

type ListProps = { find: (leadId: string) => LeadRow | undefined; selected: ReadonlySet<string> };

/**
 * Provides the lead of a list whose row or card has the focus, or else the only selected one. A component of its own, so that
 * moving the focus renders nothing else.
 */
export function FocusedLead({ find, selected }: ListProps): null {
  const [focusedId, setFocusedId] = useState<string>();
  useEffect(() => {
    const onFocus = ({ type, target, relatedTarget }: FocusEvent) => {
      // A window or menu in front of the list leaves its lead as it is.
      if (target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
      // The focus goes on to another element, which is the next event.
      if (type === "focusout" && relatedTarget) return;
      const row = type === "focusin" && target instanceof Element ? target.closest<HTMLElement>("[data-lead]") : null;
      setFocusedId(row?.dataset["lead"]);
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onFocus);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onFocus);
    };
  }, []);
  const row = find(focusedId ?? (selected.size === 1 ? ([...selected][0] ?? "") : ""));
  useProvideFocusedLead(useMemo(() => row && row, [row]));
  return null;
}

export function useFocusedLead(): LeadRef | undefined {
  return useSyncExternalStore(subscribe, getFocused, () => undefined);
}

/**
 * The list that a lead was opened from, so that its page and drawer can link to the next lead. `ids` are the leads that were
 * loaded, `total` counts all of the list.
 */
const leadList = z.object({
  name: z.string(),
  path: z.string(),
  ids: z.array(z.string()),
  total: z.optional(z.number()),
});
type LeadList = z.infer<typeof leadList>;

const STORAGE_KEY = "crm-lead-list";
/** No one goes through more leads than this one by one. */
const MAX_IDS = 500;

let list: LeadList | null | undefined;
onClearUserData(() => {
  list = null;
  notify();
});

/** Lists call this when a lead is opened from them. */
export function saveLeadList(next: LeadList): void {
  list = { ...next, ids: next.ids.slice(0, MAX_IDS) };
  safeSessionStorage.write(STORAGE_KEY, JSON.stringify(list));
  notify();
}

/** The position of a lead in the list that it was opened from. */
export function useLeadList(leadId: string) {
  const current = useSyncExternalStore(subscribe, getList, () => null);
  const at = current?.ids.indexOf(leadId) ?? -1;
  if (!current || at === -1) return null;
  const { name, path, ids, total } = current;
  return { name, path, at, of: Math.max(total ?? 0, ids.length), previous: ids[at - 1], next: ids[at + 1] };
}

function getList(): LeadList | null {
  if (list === undefined) list = leadList.safeParse(safeSessionStorage.readJson(STORAGE_KEY)).data ?? null;
  return list;
}
