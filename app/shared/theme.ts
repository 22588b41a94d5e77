import { safeLocalStorage } from "./safe-storage.ts";

export type Theme = "system" | "light" | "dark";

/** Tells the listeners of this tab; other tabs hear of it from the storage itself. */
export const THEME_EVENT = "upfunnel-theme-change";
const STORAGE_KEY = "upfunnel-theme";

/**
 * Belongs into the head, before the first paint: the chosen theme, and whether the sidebar is a rail (see app/ui/sidebar-state.ts).
 * Without a choice the system decides. A fixed string, so that a Content-Security-Policy can name its hash.
 */
export const themeScript = `(function(d){try{var t=localStorage.getItem("${STORAGE_KEY}");if(t==="light"||t==="dark")d.theme=t}catch(e){}if(/(^|; )sidebar_state=false/.test(document.cookie))d.sidebar="rail"})(document.documentElement.dataset)`;

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  const stored = safeLocalStorage.read(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Chooses a theme, and shows it; the tokens follow `data-theme`, or the system without it. */
export function applyTheme(theme: Theme): void {
  // A browser that stores nothing still shows the choice until the page is left.
  if (theme === "system") safeLocalStorage.remove(STORAGE_KEY);
  else safeLocalStorage.write(STORAGE_KEY, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(THEME_EVENT));
}
