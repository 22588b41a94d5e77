import type { Profile } from "./load-profile.ts";

/** The name in a greeting: the first name, else the email (spec §2 User dashboard). */
export function greetingName(profile: Profile | null | undefined, email: string | undefined): string {
  return profile?.first_name?.trim() || email || "there";
}

/** The name in lists: the full name, else the email. */
export function fullName(
  profile: Pick<Profile, "first_name" | "last_name"> | null | undefined,
  email: string | undefined,
): string {
  return [profile?.first_name, profile?.last_name].filter(Boolean).join(" ").trim() || email || "";
}
