import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
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
      <QueryBoundary
        query={profile}
        errorMessage="Your profile could not be loaded"
        skeleton={<FormSkeleton label="Loading your profile" />}
      >
        {(data) => (
          <ResettableForm>{(renew) => <ProfileForm userId={userId} profile={data} onDiscard={renew} />}</ResettableForm>
        )}
      </QueryBoundary>
    </SettingsCard>
  );
}
