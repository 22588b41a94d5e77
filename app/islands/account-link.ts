import { safeLocalStorage } from "../shared/safe-storage.ts";

/** app/shared/supabase.ts stores the session under this key. An import from there would also load the client. */
const SESSION_STORAGE_KEY = "upfunnel-auth";

/** Shows Login, or Dashboard while a refresh token is stored (spec §2). It follows changes in other tabs. */
export function startAccountLink(): void {
  const show = () => {
    const signedIn = hasStoredSession();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-account]")) {
      link.href = signedIn ? "/dashboard" : "/auth";
      link.dataset.account = signedIn ? "dashboard" : "login";
    }
  };
  show();
  // A null key means that storage was cleared. A page from the back/forward cache missed the storage events.
  addEventListener("storage", ({ key }) => (key === SESSION_STORAGE_KEY || key === null) && show());
  addEventListener("pageshow", ({ persisted }) => persisted && show());
}

function hasStoredSession(): boolean {
  const session = safeLocalStorage.readJson(SESSION_STORAGE_KEY) as { refresh_token?: unknown } | null;
  return Boolean(session?.refresh_token);
}
