import type { Role } from "../../../domain/roles.ts";

type Section = {
  id: string;
  label: string;
  group: "Your account" | "Agency";
  /** Without a role, all users see the section. */
  role?: Role;
};

/** All sections, in navigation order. */
const SECTIONS = [
  { id: "profile", label: "Profile", group: "Your account" },
  { id: "email", label: "Email address", group: "Your account" },
  { id: "password", label: "Password", group: "Your account" },
  { id: "security", label: "Security", group: "Your account" },
  { id: "sessions", label: "Sessions", group: "Your account" },
  { id: "notifications", label: "Notifications", group: "Your account" },
  { id: "plan", label: "Plan and billing", group: "Your account", role: "client" },
  { id: "appearance", label: "Appearance", group: "Your account" },
  { id: "agency", label: "Agency details", group: "Agency", role: "admin" },
  { id: "hours", label: "Working hours", group: "Agency", role: "admin" },
  { id: "invoices", label: "Invoices", group: "Agency", role: "admin" },
  { id: "team-security", label: "Team security", group: "Agency", role: "admin" },
  { id: "sign-in", label: "Session length", group: "Agency", role: "admin" },
  { id: "pipeline", label: "Pipeline", group: "Agency", role: "admin" },
  { id: "admin-emails", label: "Admin emails", group: "Agency", role: "admin" },
  { id: "premium", label: "Premium overrides", group: "Agency", role: "admin" },
  { id: "email-log", label: "Email log", group: "Agency", role: "admin" },
  { id: "retention", label: "Data retention", group: "Agency", role: "admin" },
  { id: "export", label: "Data export", group: "Agency", role: "admin" },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]["id"];

/** The sections that only admins see. */
export type AgencySectionId = Extract<(typeof SECTIONS)[number], { group: "Agency" }>["id"];

/** The sections that a user with this role sees. */
export function sectionsFor(role: Role | null) {
  return SECTIONS.filter((section) => !("role" in section) || section.role === role);
}

/** The requested section if this role sees it, else the first one. */
export function findSection(role: Role | null, requested: string | null): SectionId {
  return sectionsFor(role).find(({ id }) => id === requested)?.id ?? "profile";
}
