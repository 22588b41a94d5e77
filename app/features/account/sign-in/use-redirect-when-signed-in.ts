import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSession } from "~/shared/use-session.ts";

/** Whoever is signed in has nothing to do on /auth: on to the page they wanted, or home. True while leaving. */
export function useRedirectWhenSignedIn(ready: boolean): boolean {
  const { user } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = search.get("next");
  const leaving = useRef(false);
  const userId = user?.id;
  useEffect(() => {
    if (!userId) leaving.current = false;
    if (!ready || !userId || leaving.current) return;
    leaving.current = true;
    // Only people who are signed in already need it.
    const finding = import("./find-home.ts").then(({ findHome }) => findHome(next));
    void finding.then((home) => {
      if (home === "/auth" || home.startsWith("/auth?")) leaving.current = false;
      else void navigate(home, { replace: true });
    });
  }, [ready, userId, next, navigate]);
  return Boolean(ready && userId);
}
