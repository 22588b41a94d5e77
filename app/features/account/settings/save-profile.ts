import { runQuery } from "~/shared/api.ts";
import type { ProfileValues } from "./profile-schema.ts";

/** Spec §7: UPSERT profiles {user_id, first_name, last_name, company}. Empty texts become none. Throws ServiceError. */
export async function saveProfile(userId: string, { firstName, lastName, company }: ProfileValues): Promise<void> {
  await runQuery((db) =>
    db.from("profiles").upsert(
      {
        user_id: userId,
        first_name: firstName || null,
        last_name: lastName || null,
        company: company || null,
      },
      { onConflict: "user_id" },
    ),
  );
}
