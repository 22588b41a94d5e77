import type { Role } from "../../../domain/roles.ts";

type Section = {
  id: string;
  label: string;
  /** What else people may search for: the contents of the section. */
  words: string;
  group: "Your account" | "Agency";
  /** Without a role, all users see the section. */
  role?: Role;
  /** Only for people who work with leads. Billing people of a client have none. */
  isAboutLeads?: true;
};

/** All sections, in navigation order. */
const SECTIONS = [
  { id: "profile", label: "Profile", words: "name picture photo avatar company", group: "Your account" },
  { id: "email", label: "Email address", words: "sign in change address", group: "Your account" },
  { id: "password", label: "Password", words: "change sign in", group: "Your account" },
  {
    id: "security",
    label: "Security",
    words: "two-step authenticator app factor recovery codes",
    group: "Your account",
  },
  { id: "sessions", label: "Sessions", words: "devices sign out everywhere", group: "Your account" },
  { id: "notifications", label: "Notifications", words: "emails alerts", group: "Your account" },
  {
    id: "calendars",
    label: "Calendars",
    words: "ics ical feed subscribe busy calls google outlook",
    group: "Your account",
    isAboutLeads: true,
  },
  {
    id: "accounts",
    label: "Accounts",
    words: "leave account role owner member billing team workspace",
    group: "Your account",
    role: "client",
  },
  { id: "plan", label: "Plan and billing", words: "premium subscription card", group: "Your account", role: "client" },
  { id: "data", label: "Your data", words: "download export json privacy delete erase account", group: "Your account" },
  { id: "appearance", label: "Appearance", words: "theme dark light mode", group: "Your account" },
  {
    id: "agency",
    label: "Agency details",
    words: "name email phone postal address region logo",
    group: "Agency",
    role: "admin",
  },
  {
    id: "hours",
    label: "Working hours",
    words: "time zone speed-to-lead target response clock holidays weekend",
    group: "Agency",
    role: "admin",
  },
  {
    id: "invoices",
    label: "Invoices",
    words: "number prefix days to pay tax payment terms currency billing",
    group: "Agency",
    role: "admin",
  },
  { id: "team-security", label: "Team security", words: "require two-step sign-in", group: "Agency", role: "admin" },
  { id: "sign-in", label: "Session length", words: "idle days signed in", group: "Agency", role: "admin" },
  { id: "pipeline", label: "Pipeline", words: "stages stalled lost reasons", group: "Agency", role: "admin" },
  { id: "admin-emails", label: "Admin emails", words: "admins roles", group: "Agency", role: "admin" },
  { id: "premium", label: "Premium overrides", words: "complimentary plan", group: "Agency", role: "admin" },
  { id: "email-log", label: "Email log", words: "sent failed resend delivery", group: "Agency", role: "admin" },
  { id: "retention", label: "Data retention", words: "delete old data logs days", group: "Agency", role: "admin" },
  { id: "export", label: "Data export", words: "download all data json", group: "Agency", role: "admin" },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]["id"];

/** The sections that only admins see. */
export type AgencySectionId = Extract<(typeof SECTIONS)[number], { group: "Agency" }>["id"];

/** The audit log has its own page. Admins look for it among the agency's settings, too. */
export const AUDIT_LOG_PAGE = "/user-management?tab=audit";

/** The sections that a user with this role sees. */
export function sectionsFor(role: Role | null, seesLeads = true) {
  return SECTIONS.filter(
    (section) => (!("role" in section) || section.role === role) && (seesLeads || !("isAboutLeads" in section)),
  );
}

/** The requested section if this role sees it, else the first one. */
export function findSection(role: Role | null, seesLeads: boolean, requested: string | null): SectionId {
  return sectionsFor(role, seesLeads).find(({ id }) => id === requested)?.id ?? "profile";
}

/** The sections whose name or contents have every word of the query. */
export function searchSections(role: Role | null, query: string, seesLeads = true) {
  const asked = query.trim().toLowerCase().split(/\s+/);
  return sectionsFor(role, seesLeads).filter(({ label, words, group }) => {
    const text = `${label} ${words} ${group} settings`.toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}
