import type { User } from "@supabase/supabase-js";
import { useCallback, useEffect, useRef } from "react";
import { redirect, useNavigate } from "react-router";
import { loadAccess } from "~/shared/load-access.ts";
import { useSession } from "~/shared/use-session.ts";
import type { SecondFactorState } from "../../../../domain/second-factor.ts";
import { findHome, homeOf } from "./find-home.ts";

/** The guard of the pages of the second step: lets in only who has to pass this one; everybody else goes on. */
export async function guardSecondStep(
  request: Request,
  state: SecondFactorState,
): Promise<{ user: User; next: string | null }> {
  const next = new URL(request.url).searchParams.get("next");
  const access = await loadAccess();
  if (access?.secondFactor !== state) throw redirect(homeOf(access, next));
  return { user: access.user, next };
}

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
