import { type ReactNode, Suspense } from "react";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { type AgencySectionId, findSection, type SectionId } from "~/shared/settings/settings-sections.ts";
import { Card } from "~/ui/card.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { SecuritySection } from "../security/security-section.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { EmailSection } from "./email-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { SettingsNav } from "./settings-nav.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  /** As the address has it. */
  section: string | null;
  /** What the plan's section shows. */
  plan: ReactNode;
  /** What a section of the agency shows. */
  agency: (section: AgencySectionId) => ReactNode;
};

/** Account Settings (spec §2 Admin layout: linked from the sidebar): a list of sections, and the chosen one. */
export function SettingsScreen({ user, role, section, plan, agency }: Props) {
  const current = findSection(role, section);
  return (
    <div className="grid gap-5 md:grid-cols-[11rem_minmax(0,720px)] md:gap-8">
      <SettingsNav role={role} current={current} />
      <div key={current} className="grid min-w-0 content-start gap-5">
        {sectionContent(current, { user, role, plan, agency })}
      </div>
    </div>
  );
}

function sectionContent(section: SectionId, { user, role, plan, agency }: Omit<Props, "section">) {
  const email = user.email ?? "";
  switch (section) {
    case "profile":
      return <ProfileSection userId={user.id} />;
    case "email":
      return <EmailSection userId={user.id} email={email} />;
    case "password":
      return <PasswordSection userId={user.id} email={email} />;
    case "security":
      return <SecuritySection userId={user.id} />;
    case "sessions":
      return <SessionsSection userId={user.id} />;
    case "notifications":
      return <NotificationsSection userId={user.id} role={role} />;
    case "appearance":
      return (
        <SettingsCard title="Appearance" text="Light, dark, or as your system says. Kept in this browser.">
          <AppearanceChoice />
        </SettingsCard>
      );
    case "plan":
      return plan;
    default:
      return (
        <Suspense
          fallback={
            <Card className="p-5">
              <FormSkeleton label="Loading" fields={4} />
            </Card>
          }
        >
          {agency(section)}
        </Suspense>
      );
  }
}
