import { useEffect, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { clearTabData, clearUserData } from "./clear-user-data.ts";
import { signInAfterEnd } from "./session-ended.ts";
import { whenSignedOut } from "./session-signal.ts";
import { useSession } from "./use-session.ts";

/**
 * Syncs an open page when the session changes, here or in another tab. Sign-out opens /auth, and another user runs the guard
 * again. No data of the previous user stays.
 */
export function useSyncSession(): void {
  const { user, loading } = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const seen = useRef<string | null>(null);
  const lastUser = useRef<string | null>(null);
  const isLeaving = useRef(false);
  const current = user?.id ?? null;
  useEffect(() => {
    if (loading || current === seen.current) return;
    const before = seen.current;
    seen.current = current;
    // A page that was slow to close may have stored something after the data was cleared.
    if (lastUser.current !== null && current !== null && lastUser.current !== current) clearTabData();
    lastUser.current = current ?? lastUser.current;
    if (before === null && !isLeaving.current) return;
    isLeaving.current = current === null;
    if (!isLeaving.current) return void Promise.resolve(revalidate()).finally(clearUserData);
    const path = signInAfterEnd();
    // The sign-in page may ask whom an invitation is for.
    void whenSignedOut().then(() => navigate(path, { replace: true }));
  }, [current, loading, navigate, revalidate]);
  // Cleared only when the page is gone: a slow computer still shows it after the navigation is done, and its components would
  // refetch without a session.
  useEffect(
    () => () => {
      if (isLeaving.current) clearUserData();
    },
    [],
  );
}
