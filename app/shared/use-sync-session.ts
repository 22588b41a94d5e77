import { useEffect, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { clearUserData } from "./clear-user-data.ts";
import { useSession } from "./use-session.ts";

/**
 * Keeps an open page honest when the session changes, here or in another tab: signed out leads to /auth, another person
 * runs the guard again. Nothing of the person before stays.
 */
export function useSyncSession(): void {
  const { user, loading } = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const seen = useRef<string | null>(null);
  const current = user?.id ?? null;
  useEffect(() => {
    if (loading || current === seen.current) return;
    const before = seen.current;
    seen.current = current;
    if (before === null) return;
    // Cleared only once the page is gone: its parts would ask again, without a session.
    const left = current === null ? navigate("/auth", { replace: true }) : revalidate();
    void Promise.resolve(left).finally(clearUserData);
  }, [current, loading, navigate, revalidate]);
}
