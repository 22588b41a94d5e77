import { safeLocalStorage } from "../shared/safe-storage.ts";

/** Where app/shared/supabase.ts keeps the session; importing it here would bring its client along. */
const SESSION_STORAGE_KEY = "upfunnel-auth";

/** Login, or Dashboard while a refresh token is stored (spec §2); follows what other tabs do. */
export function startAccountLink(): void {
  const show = () => {
    const signedIn = hasStoredSession();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-account]")) {
      link.href = signedIn ? "/dashboard" : "/auth";
      link.dataset.account = signedIn ? "dashboard" : "login";
    }
  };
  show();
  // A null key is everything cleared. A page out of the browser's page cache has missed the events meanwhile.
  addEventListener("storage", ({ key }) => (key === SESSION_STORAGE_KEY || key === null) && show());
  addEventListener("pageshow", ({ persisted }) => persisted && show());
}

function hasStoredSession(): boolean {
  const session = safeLocalStorage.readJson(SESSION_STORAGE_KEY) as { refresh_token?: unknown } | null;
  return Boolean(session?.refresh_token);
}
