import { createContext, use, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { PHONE_QUERY, useMediaQuery } from "./use-media-query.ts";

/** Spec §9: the setting is kept for seven days. */
const COOKIE = "sidebar_state";
const MAX_AGE_S = 7 * 86_400;
const CHANGE_EVENT = "upfunnel-sidebar-change";

/** Without a cookie, the sidebar of a small screen is a rail, so that tables keep their space. app/shared/theme.ts has it, too. */
const SMALL_QUERY = "(width < 70rem)";

/** What the user chose in this browser; otherwise the width of the screen decides. */
function wantsCollapsed(): boolean {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(true|false)`).exec(document.cookie)?.[1];
  return chosen ? chosen === "false" : matchMedia(SMALL_QUERY).matches;
}

/** 'rail' on the document element means a collapsed sidebar. The styles apply before any other script runs. */
function isCollapsed(): boolean {
  return document.documentElement.dataset.sidebar === "rail";
}

function applyCollapsed(collapsed: boolean): void {
  if (collapsed) document.documentElement.dataset.sidebar = "rail";
  else delete document.documentElement.dataset.sidebar;
  dispatchEvent(new Event(CHANGE_EVENT));
}

function persist(collapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox and on plain http
  document.cookie = `${COOKIE}=${!collapsed}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGE_EVENT, listener);
  return () => removeEventListener(CHANGE_EVENT, listener);
}

type SidebarState = {
  /** Whether the sidebar shows texts: not as a rail, and on a phone only while the sheet is open. */
  expanded: boolean;
  openMobile: boolean;
  setOpenMobile: (open: boolean) => void;
  /** Opens or closes the sheet on a phone; collapses or expands the sidebar elsewhere. */
  toggle: () => void;
};

export const SidebarContext = createContext<SidebarState | null>(null);

export function useSidebar(): SidebarState {
  const state = use(SidebarContext);
  if (!state) throw new Error("Sidebar parts must be inside a SidebarProvider");
  return state;
}

/** The state for SidebarProvider, with Ctrl+B and ⌘B (spec §2). */
export function useSidebarState(): SidebarState {
  const collapsed = useSyncExternalStore(subscribe, isCollapsed, () => false);
  const [openMobile, setOpenMobile] = useState(false);
  const toggle = useCallback(() => {
    if (matchMedia(PHONE_QUERY).matches) return setOpenMobile((open) => !open);
    const next = !isCollapsed();
    applyCollapsed(next);
    persist(next);
  }, []);
  const isPhone = useMediaQuery(PHONE_QUERY);
  // If the early script in the head did not run, the cookie is read before the sidebar's first paint.
  useLayoutEffect(() => {
    const apply = () => applyCollapsed(wantsCollapsed());
    apply();
    const small = matchMedia(SMALL_QUERY);
    small.addEventListener("change", apply);
    return () => small.removeEventListener("change", apply);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      toggle();
    };
    const phone = matchMedia(PHONE_QUERY);
    const onResize = () => setOpenMobile(false);
    addEventListener("keydown", onKeyDown);
    phone.addEventListener("change", onResize);
    return () => {
      removeEventListener("keydown", onKeyDown);
      phone.removeEventListener("change", onResize);
    };
  }, [toggle]);
  return { expanded: isPhone ? openMobile : !collapsed, openMobile, setOpenMobile, toggle };
}

/** Not during input method composition, and not where B means bold. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return false;
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  return !(event.target instanceof HTMLElement && event.target.isContentEditable);
}
