import type { User } from "@supabase/supabase-js";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { redirect, useNavigate } from "react-router";
import { loadAccess } from "~/shared/load-access.ts";
import { useSession } from "~/shared/use-session.ts";
import type { SecondFactorState } from "../../../../domain/second-factor.ts";
import { homeOf, openHome } from "./find-home.ts";

/** The guard of the second-step pages. It allows only users who need this step and redirects all others. */
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
 * Opens the page that the user requested before the second step. The screen calls it when it is done. It also runs when the
 * session changes, because another tab may have verified the code. `isOwn` is true while this tab does it and shows what comes after.
 */
export function useRedirectAfterSecondStep(next: string | null, isOwn?: RefObject<boolean>): () => Promise<void> {
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    await openHome(next, navigate);
  }, [navigate, next]);
  const token = useSession().session?.access_token;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = token;
    if (before && token && before !== token && !isOwn?.current) void leave();
  }, [token, leave, isOwn]);
  return leave;
}
