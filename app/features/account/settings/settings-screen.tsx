import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Monitor, Moon, Sun } from "lucide-react";
import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import {
  type AgencySectionId,
  AUDIT_LOG_PAGE,
  findSection,
  type SectionId,
  searchSections,
  sectionsFor,
} from "~/shared/settings/settings-sections.ts";
import { useTheme } from "~/shared/use-theme.ts";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { SecuritySection } from "../security/security-section.tsx";
import { AccountsSection } from "./accounts-section.tsx";
import { CalendarsSection } from "./calendars-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  /** The section in the URL. */
  section: string | null;
  /** The content of the plan section. */
  plan: ReactNode;
  /** Renders an agency section. */
  agency: (section: AgencySectionId) => ReactNode;
};

/** Settings (spec §2 Admin layout: linked from the sidebar): a list of sections and the selected section. */
export function SettingsScreen({ user, role, section, plan, agency }: Props) {
  const rights = useQuery({ ...portalRightsQuery(user.id), enabled: role === "client" });
  const seesLeads = rights.data?.sees_work !== false;
  const current = findSection(role, seesLeads, section);
  return (
    <div className="grid gap-5 md:grid-cols-[11rem_minmax(0,720px)] md:gap-8">
      <SettingsNav role={role} seesLeads={seesLeads} current={current} />
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
      return <ProfileSection userId={user.id} email={email} role={role} />;
    case "email":
      return <EmailSection userId={user.id} email={email} role={role} />;
    case "password":
      return <PasswordSection userId={user.id} email={email} />;
    case "security":
      return <SecuritySection userId={user.id} />;
    case "sessions":
      return <SessionsSection userId={user.id} />;
    case "notifications":
      return <NotificationsSection userId={user.id} role={role} />;
    case "calendars":
      return (
        <SettingsCard title="Calendars" text="Your calls in other apps, and other calendars that block your time.">
          <CalendarsSection />
        </SettingsCard>
      );
    case "appearance":
      return (
        <SettingsCard title="Appearance" text="Light, dark, or match system. Saved in this browser.">
          <AppearanceChoice />
        </SettingsCard>
      );
    case "accounts":
      return <AccountsSection userId={user.id} />;
    case "data":
      return <OwnDataSection userId={user.id} role={role} />;
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

type SettingsNavProps = { role: Role | null; seesLeads: boolean; current: SectionId };

/** More sections than these need a search. */
const MANY_SECTIONS = 12;

/** A list of sections at the side; a select on a phone. Admins, who have many, can search them by what is in them. */
function SettingsNav({ role, seesLeads, current }: SettingsNavProps) {
  const navigate = useNavigate();
  const withCameFrom = useWithCameFrom();
  const pathOf = (section: string) => withCameFrom(`/settings?section=${section}`);
  const [query, setQuery] = useState("");
  const sections = searchSections(role, query, seesLeads);
  const hasAuditLog =
    role === "admin" && "audit log agency who changed what history".includes(query.trim().toLowerCase());
  const groups = [...new Set([...sections.map(({ group }) => group), ...(hasAuditLog ? ["Agency" as const] : [])])];
  const isNothing = groups.length === 0;
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    if (!sections[0]) return;
    setQuery("");
    void navigate(pathOf(sections[0].id));
  };
  return (
    <div className="grid content-start gap-4">
      {sectionsFor(role).length > MANY_SECTIONS && (
        <search>
          <form onSubmit={openFirst}>
            <DebouncedSearchField label="Search settings" value={query} onChange={setQuery} className="relative" />
          </form>
        </search>
      )}
      <nav aria-label="Settings" className={cn("grid content-start gap-4", !query && "phone:hidden")}>
        {groups.map((group) => (
          <div key={group}>
            <p className="px-2.5 pb-1 font-medium text-ink-3 text-xs">{group}</p>
            <ul className="grid gap-px">
              {sections
                .filter((section) => section.group === group)
                .map(({ id, label }) => (
                  <li key={id}>
                    <Link
                      to={pathOf(id)}
                      preventScrollReset
                      aria-current={id === current ? "page" : undefined}
                      className={ITEM}
                      onClick={() => setQuery("")}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              {group === "Agency" && hasAuditLog && (
                <li>
                  <Link to={AUDIT_LOG_PAGE} className={ITEM}>
                    Audit log
                    <ArrowRight aria-hidden="true" className="ml-auto size-3.5 text-ink-3" />
                  </Link>
                </li>
              )}
            </ul>
          </div>
        ))}
      </nav>
      <p role="status" className={isNothing ? "px-2.5 text-13 text-ink-3" : "sr-only"}>
        {isNothing && "No matching settings."}
      </p>
      <Field label="Section" hideLabel className={cn("md:hidden", query && "hidden")}>
        <NativeSelect
          value={current}
          onChange={({ currentTarget: { value } }) => void navigate(value === AUDIT_LOG_PAGE ? value : pathOf(value))}
        >
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {sections
                .filter((section) => section.group === group)
                .map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              {group === "Agency" && hasAuditLog && <option value={AUDIT_LOG_PAGE}>Audit log</option>}
            </optgroup>
          ))}
        </NativeSelect>
      </Field>
    </div>
  );
}

const ITEM =
  "flex h-[30px] items-center rounded-sm px-2.5 text-13 text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-1 touch:h-11 aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink";

const OPTIONS = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
] as const;

/** The theme: light, dark or system. It is stored in this browser. */
function AppearanceChoice() {
  const [theme, setTheme] = useTheme();
  return <SegmentedControl legend="Theme" options={OPTIONS} value={theme} onChange={setTheme} />;
}
