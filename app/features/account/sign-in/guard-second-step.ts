import type { User } from "@supabase/supabase-js";
import { redirect } from "react-router";
import { loadAccess } from "~/shared/load-access.ts";
import type { SecondFactorState } from "../../../../domain/second-factor.ts";
import { homeOf } from "./find-home.ts";

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
