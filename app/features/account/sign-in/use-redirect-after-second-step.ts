import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useSession } from "~/shared/use-session.ts";
import { findHome } from "./find-home.ts";

/**
 * Goes where somebody wanted to go before the second step. Called by the screen when it is done, and by itself when the
 * session is replaced while the screen is open: another tab may have given the code.
 */
export function useRedirectAfterSecondStep(next: string | null): () => Promise<void> {
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    await navigate(await findHome(next), { replace: true });
  }, [navigate, next]);
  const token = useSession().session?.access_token;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = token;
    if (before && token && before !== token) void leave();
  }, [token, leave]);
  return leave;
}
