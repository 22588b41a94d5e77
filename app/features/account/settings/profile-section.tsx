import { fullName } from "~/shared/display-name.ts";
import type { Profile } from "~/shared/load-profile.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { useAction } from "~/shared/use-action.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { type ProfileValues, saveProfile } from "./api.ts";
import { PictureSetting } from "./picture-setting.tsx";

export function ProfileSection({ userId, email, role }: { userId: string; email: string; role: Role | null }) {
  const profile = useProfile(userId);
  return (
    <SettingsCard
      title="Profile"
      text={
        role === "admin" || role === "sales"
          ? "Your colleagues see your name on leads and in the history. Emails to leads are signed with it."
          : "We greet you by your first name. Your company appears on your invoices and requests."
      }
    >
      <QueryBoundary
        query={profile}
        errorMessage="Your profile couldn't be loaded"
        skeleton={<FormSkeleton label="Loading your profile" />}
      >
        {(data) => (
          <>
            <PictureSetting userId={userId} name={fullName(data, email)} />
            <ResettableForm>
              {(renew) => <ProfileForm userId={userId} profile={data} onDiscard={renew} />}
            </ResettableForm>
          </>
        )}
      </QueryBoundary>
    </SettingsCard>
  );
}

type Props = { userId: string; profile: Profile | null; onDiscard: () => void };

function ProfileForm({ userId, profile, onDiscard }: Props) {
  const save = useAction({
    action: (values: ProfileValues) => saveProfile(userId, values),
    successMessage: "Profile saved",
    errorMessage: "Your profile couldn't be saved",
    invalidates: [queryKeys.profile(userId)],
  });
  const { props, errors, busy, dirty } = useSettingsForm({
    schema: profile?.first_name?.trim() ? namedSchema : profileSchema,
    onSave: async (values) => (await save.run(values)) !== null,
  });
  return (
    <form {...props} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          <Input autoComplete="given-name" name="firstName" defaultValue={profile?.first_name ?? ""} />
        </Field>
        <Field label="Last name" error={errors.lastName}>
          <Input autoComplete="family-name" name="lastName" defaultValue={profile?.last_name ?? ""} />
        </Field>
      </div>
      <Field label="Company" error={errors.company}>
        <Input autoComplete="organization" name="company" defaultValue={profile?.company ?? ""} />
      </Field>
      <SaveBar label="Save profile" dirty={dirty} busy={busy} onDiscard={onDiscard} />
    </form>
  );
}

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** Spec §3 profiles. Names are optional at sign-up (spec §5), but a first name can't be removed later. */
const profileSchema = z.object({ firstName: text(100), lastName: text(100), company: text(200) });
const namedSchema = z.extend(profileSchema, {
  firstName: text(100).check(z.minLength(1, "Enter your first name")),
});
