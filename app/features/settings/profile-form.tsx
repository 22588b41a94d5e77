import { useQueryClient } from "@tanstack/react-query";
import type { Profile } from "~/shared/load-profile.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { profileSchema } from "./profile-schema.ts";
import { saveProfile } from "./save-profile.ts";

/** First name, last name and company. */
export function ProfileForm({ userId, profile }: { userId: string; profile: Profile | null }) {
  const client = useQueryClient();
  const { props, errors, busy } = useForm({
    schema: profileSchema,
    onSubmit: async (values) => {
      try {
        await saveProfile(userId, values);
        await client.invalidateQueries({ queryKey: queryKeys.profile(userId) });
        toast.success("Profile saved");
      } catch {
        toast.error("Your profile could not be saved. Please try again.");
      }
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
      <Button type="submit" className="justify-self-start" loading={busy}>
        Save profile
      </Button>
    </form>
  );
}
