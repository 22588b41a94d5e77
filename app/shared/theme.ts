import { safeLocalStorage } from "./safe-storage.ts";

export type Theme = "system" | "light" | "dark";

/** Notifies listeners in this tab. Other tabs get the storage event. */
export const THEME_EVENT = "upfunnel-theme-change";
const STORAGE_KEY = "upfunnel-theme";

/**
 * Goes in the head, before the first paint: sets the selected theme and the collapsed sidebar (see app/ui/sidebar-state.ts). Without
 * a selection, the system decides. It is a fixed string, so that a Content-Security-Policy can name its hash.
 */
export const themeScript = `(function(d){try{var t=localStorage.getItem("${STORAGE_KEY}");if(t==="light"||t==="dark")d.theme=t}catch(e){}var s=/(?:^|; )sidebar_state=(true|false)/.exec(document.cookie);if(s?s[1]==="false":matchMedia("(width < 70rem)").matches)d.sidebar="rail"})(document.documentElement.dataset)`;

/** The theme selected in this browser. */
export function readTheme(): Theme {
  const stored = safeLocalStorage.read(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Saves and applies a theme. The tokens follow `data-theme`, or the system without it. */
export function applyTheme(theme: Theme): void {
  // Without storage, the theme still applies until the page closes.
  if (theme === "system") safeLocalStorage.remove(STORAGE_KEY);
  else safeLocalStorage.write(STORAGE_KEY, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(THEME_EVENT));
}
