import { useEffect } from "react";
import { useLocation } from "react-router";
import { safeSessionStorage } from "./safe-storage.ts";

const STORAGE_KEY = "upfunnel-last-page";
const HELP_PATH = "/help";

/** Remembers, for this tab, the page before the help center. It drops the query, which may contain private data. */
export function useTrackLastPage(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== HELP_PATH) safeSessionStorage.write(STORAGE_KEY, pathname);
  }, [pathname]);
}

/** The last page of this tab outside the help center; null when there was none. */
export function getLastPage(): string | null {
  return safeSessionStorage.read(STORAGE_KEY);
}
