import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { getSupabase } from "~/shared/supabase.ts";
import type { Role } from "../../../../domain/roles.ts";
import { useHydrated } from "./use-hydrated.ts";

export type Invitation = { token: string; email: string; role: Role };

/** Undefined while it is looked up, null when its link has ended. */
type InvitationOrNull = Invitation | null | undefined;
export type InvitationLookup = { hasToken: boolean; failed: boolean; invitation: InvitationOrNull };

/** The invitation that the address names (?invitation=…). */
export function useInvitation(): InvitationLookup {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const token = hydrated ? search.get("invitation") : null;
  const [invitation, setInvitation] = useState<InvitationOrNull>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (token === null) return;
    let left = false;
    findInvitation(token).then(
      (found) => left || setInvitation(found),
      () => left || setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [token]);
  return { hasToken: token !== null, failed, invitation };
}

async function findInvitation(token: string): Promise<Invitation | null> {
  const supabase = await getSupabase();
  const { data, error } = await supabase.rpc("find_invitation", { p_token: token }).maybeSingle();
  if (error) throw new Error(error.message);
  return data && { token, email: data.email, role: data.role };
}
