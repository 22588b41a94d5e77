import type { ReactNode } from "react";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { useProfile } from "~/shared/use-profile.ts";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Account Settings (spec §2 Admin layout: linked from the sidebar). */
export function SettingsScreen({ user }: { user: { id: string; email?: string | undefined } }) {
  const profile = useProfile(user.id);
  return (
    <div className="grid max-w-[720px] gap-5">
      <Section title="Profile" text={`Signed in as ${user.email}. Your first name is how we greet you.`}>
        {profile.isPending && <FormSkeleton />}
        {profile.isError && (
          <LoadFailure
            text="Your profile could not be loaded"
            error={profile.error}
            onRetry={() => void profile.refetch()}
          />
        )}
        {profile.isSuccess && <ProfileForm userId={user.id} profile={profile.data} />}
      </Section>
      <Section title="Password" text="At least 6 characters. Other devices are signed out when it changes.">
        <PasswordForm email={user.email ?? ""} />
      </Section>
      <Section title="Appearance" text="Kept in this browser.">
        <AppearanceChoice />
      </Section>
      <Section title="Sessions" text="Lost a device, or used one that is not yours? End every session of your account.">
        <SignOutEverywhere />
      </Section>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <h3 className="font-display text-base font-semibold">{title}</h3>
        <p className="text-13 text-ink-3">{text}</p>
      </div>
      {children}
    </Card>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2" role="status" aria-label="Loading your profile">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9 sm:col-span-2" />
    </div>
  );
}
