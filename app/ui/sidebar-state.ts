import { createContext, use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { PHONE } from "./use-media.ts";

/** Spec §9: the choice is kept for seven days. */
const COOKIE = "sidebar_state";
const MAX_AGE_S = 7 * 86_400;
const CHANGE_EVENT = "upfunnel-sidebar-change";

/** 'rail' on the document element is the collapsed sidebar; the styles follow it before any script of ours runs. */
function isRail(): boolean {
  return document.documentElement.dataset.sidebar === "rail";
}

function show(rail: boolean): void {
  if (rail) document.documentElement.dataset.sidebar = "rail";
  else delete document.documentElement.dataset.sidebar;
  dispatchEvent(new Event(CHANGE_EVENT));
}

function persist(rail: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox and on plain http
  document.cookie = `${COOKIE}=${!rail}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGE_EVENT, listener);
  return () => removeEventListener(CHANGE_EVENT, listener);
}

type SidebarState = {
  /** Icons only; never on a phone, where the sidebar is a sheet. */
  rail: boolean;
  phoneOpen: boolean;
  setPhoneOpen: (open: boolean) => void;
  /** Opens or closes the sheet on a phone, collapses or opens the sidebar elsewhere. */
  toggle: () => void;
};

export const SidebarContext = createContext<SidebarState | null>(null);

export function useSidebar(): SidebarState {
  const state = use(SidebarContext);
  if (!state) throw new Error("Sidebar parts belong into a SidebarProvider");
  return state;
}

/** The state behind SidebarProvider, with ctrl+B and ⌘B (spec §2). */
export function useSidebarState(): SidebarState {
  const rail = useSyncExternalStore(subscribe, isRail, () => false);
  const [phoneOpen, setPhoneOpen] = useState(false);
  const toggle = useCallback(() => {
    if (matchMedia(PHONE).matches) return setPhoneOpen((open) => !open);
    const next = !isRail();
    show(next);
    persist(next);
  }, []);
  // Where the early script in the head did not run, the cookie is read before the first paint of the sidebar.
  useLayoutEffect(() => show(new RegExp(`(^|; )${COOKIE}=false`).test(document.cookie)), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      toggle();
    };
    const phone = matchMedia(PHONE);
    const onResize = () => setPhoneOpen(false);
    addEventListener("keydown", onKeyDown);
    phone.addEventListener("change", onResize);
    return () => {
      removeEventListener("keydown", onKeyDown);
      phone.removeEventListener("change", onResize);
    };
  }, [toggle]);
  return { rail, phoneOpen, setPhoneOpen, toggle };
}

/** Not while an input method composes a word, and not where B means bold. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return false;
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  return !(event.target instanceof HTMLElement && event.target.isContentEditable);
}
