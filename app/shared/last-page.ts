import { useEffect } from "react";
import { useLocation } from "react-router";
import { safeSessionStorage } from "./safe-storage.ts";

const STORAGE_KEY = "upfunnel-last-page";
const HELP_PATH = "/help";

/** Remembers, for this tab, the page before the help center. Without its query, which may hold what is nobody's business. */
export function useTrackLastPage(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== HELP_PATH) safeSessionStorage.write(STORAGE_KEY, pathname);
  }, [pathname]);
}

/** The last page of this tab that was not the help center; null when there was none. */
export function getLastPage(): string | null {
  return safeSessionStorage.read(STORAGE_KEY);
}
