import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { useHydrated } from "~/shared/use-hydrated.ts";
import type { Role } from "../../../domain/roles.ts";

export type Invitation = { token: string; email: string; role: Role };

/** The invitation that the address names (?invitation=…): null when its link has ended, undefined while it is looked up. */
export function useInvitation(): { named: boolean; failed: boolean; invitation: Invitation | null | undefined } {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const token = hydrated ? search.get("invitation") : null;
  const { data, isError } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => findInvitation(token ?? ""),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { named: token !== null, failed: isError, invitation: data };
}

async function findInvitation(token: string): Promise<Invitation | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("find_invitation", { p_token: token }).maybeSingle();
  if (error) throw toServiceError(error, "/rest/v1/rpc/find_invitation", status);
  return data && { token, email: data.email, role: data.role };
}
