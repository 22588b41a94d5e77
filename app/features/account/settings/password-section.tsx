import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { PasswordForm } from "./password-form.tsx";

/** The password, and what changing it does. */
export function PasswordSection({ userId, email }: { userId: string; email: string }) {
  return (
    <SettingsCard
      title="Password"
      text="At least 6 characters. Changing it signs out your other devices and takes back a change of address that is not confirmed yet."
    >
      <PasswordForm userId={userId} email={email} />
      <p className="mt-4 text-13 text-ink-3">
        Forgotten it? Sign out, then choose “Forgot your password?” on the sign-in page.
      </p>
    </SettingsCard>
  );
}
