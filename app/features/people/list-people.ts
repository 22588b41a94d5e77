import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { Role, RoleRow } from "../../../domain/roles.ts";

export type DatedRole = RoleRow & { created_at: string };
export type Person = {
  userId: string;
  name: string;
  company: string | null;
  createdAt: string;
  roles: DatedRole[];
};

/** Everybody with their roles, newest first (spec §7 Admin reads). Throws ServiceError. */
export async function listPeople(): Promise<Person[]> {
  const supabase = await getSupabase();
  const [profiles, roles] = await Promise.all([
    supabase
      .from("profiles")
      .select("user_id, first_name, last_name, company, created_at")
      .order("created_at", { ascending: false }),
    supabase.from("user_roles").select("user_id, role, status, created_at"),
  ]);
  if (profiles.error) throw toServiceError(profiles.error, "/rest/v1/profiles", profiles.status);
  if (roles.error) throw toServiceError(roles.error, "/rest/v1/user_roles", roles.status);
  const byUser = Map.groupBy(roles.data, (row) => row.user_id);
  return profiles.data.map((profile) => ({
    userId: profile.user_id,
    name: [profile.first_name, profile.last_name].filter(Boolean).join(" ") || "No name given",
    company: profile.company,
    createdAt: profile.created_at,
    roles: byUser.get(profile.user_id) ?? [],
  }));
}

/** The people with a role that awaits a decision, who has waited longest first, and since when. */
export function awaitingApproval(people: readonly Person[]): { person: Person; role: Role; since: string }[] {
  return people
    .flatMap((person) =>
      person.roles
        .filter(({ status }) => status === "pending")
        .map(({ role, created_at }) => ({ person, role, since: created_at })),
    )
    .sort((one, other) => one.since.localeCompare(other.since));
}
