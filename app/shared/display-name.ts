import type { Profile } from "./load-profile.ts";

/** How somebody is greeted: by first name, else by e-mail (spec §2 User dashboard). */
export function greetingName(profile: Profile | null | undefined, email: string | undefined): string {
  return profile?.first_name?.trim() || email || "there";
}

/** How somebody is listed: by full name, else by e-mail. */
export function fullName(profile: Profile | null | undefined, email: string | undefined): string {
  return [profile?.first_name, profile?.last_name].filter(Boolean).join(" ").trim() || email || "";
}
