import { useSyncExternalStore } from "react";
import { applyTheme, readTheme, THEME_EVENT, type Theme } from "./theme.ts";

function subscribe(listener: () => void): () => void {
  addEventListener(THEME_EVENT, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(THEME_EVENT, listener);
    removeEventListener("storage", listener);
  };
}

/** The selected theme and its setter. It is 'system' until the user selects one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, readTheme, () => "system" as const);
  return [theme, applyTheme];
}
