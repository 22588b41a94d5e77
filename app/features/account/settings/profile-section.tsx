import { Loaded } from "~/shared/loaded.tsx";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { Renewable } from "~/shared/settings/renewable.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useProfile } from "~/shared/use-profile.ts";
import { ProfileForm } from "./profile-form.tsx";

/** Names and company. */
export function ProfileSection({ userId }: { userId: string }) {
  const profile = useProfile(userId);
  return (
    <SettingsCard
      title="Profile"
      text="Your first name is how we greet you. Your company stands on what you send us and in the portal's header."
    >
      <Loaded
        query={profile}
        failure="Your profile could not be loaded"
        skeleton={<FormSkeleton label="Loading your profile" />}
      >
        {(data) => <Renewable>{(renew) => <ProfileForm userId={userId} profile={data} onDiscard={renew} />}</Renewable>}
      </Loaded>
    </SettingsCard>
  );
}
