import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { ProfileValues } from "./profile-schema.ts";

/** Spec §7: UPSERT profiles {user_id, first_name, last_name, company}. Empty texts become none. Throws ServiceError. */
export async function saveProfile(userId: string, { firstName, lastName, company }: ProfileValues): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("profiles").upsert(
    {
      user_id: userId,
      first_name: firstName || null,
      last_name: lastName || null,
      company: company || null,
    },
    { onConflict: "user_id" },
  );
  if (error) throw toServiceError(error, "/rest/v1/profiles", status);
}
