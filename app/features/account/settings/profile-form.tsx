import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "~/shared/load-profile.ts";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { toast } from "~/shared/toast.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { profileSchema } from "./profile-schema.ts";
import { saveProfile } from "./save-profile.ts";

type Props = { userId: string; profile: Profile | null; onDiscard: () => void };

/** First name, last name and company. */
export function ProfileForm({ userId, profile, onDiscard }: Props) {
  const client = useQueryClient();
  const { props, errors, busy, dirty } = useSettingsForm({
    schema: profileSchema,
    onSave: async (values) => {
      try {
        await saveProfile(userId, values);
      } catch (error) {
        toast.error(problemText(error, "Your profile could not be saved"));
        return false;
      }
      await client.invalidateQueries({ queryKey: queryKeys.profile(userId) });
      toast.success("Profile saved");
      return true;
    },
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
