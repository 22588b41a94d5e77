import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import {
  Building2,
  CalendarClock,
  CalendarPlus,
  Hand,
  type LucideIcon,
  Mail,
  Merge,
  NotebookPen,
  Phone,
  Settings,
  UserRoundPlus,
} from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { HighlightedText } from "~/shared/highlighted-text.tsx";
import { searchSections } from "~/shared/settings/settings-sections.ts";
import { ADMIN_ACTIONS, ADMIN_PAGES, ADMIN_TASKS } from "~/shared/shell/admin-pages.ts";
import { workspaceSlug } from "~/shared/workspace.ts";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { accountPath, type MyAccount, myAccountsQuery } from "~/shared/workspace-query.ts";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { type Stage, useStages } from "../lib/api.ts";
import { searchablePages } from "../lib/crm-pages.ts";
import type { LeadActions } from "../lib/lead-actions.ts";
import type { LeadRef } from "../lib/lead-types.ts";

/** A group with a heading. Renders nothing when it is empty. */
export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  const empty = Array.isArray(children) && children.flat().filter(Boolean).length === 0;
  if (empty) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

export function PaletteItem({
  value,
  onSelect,
  children,
}: {
  value: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="mx-1.5 flex h-[38px] cursor-pointer items-center gap-2.5 rounded-[7px] pr-2 pl-2.5 text-13 data-[selected=true]:bg-press phone:h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3"
    >
      {children}
    </Command.Item>
  );
}

/** A text that replaces the leads. */
export function PaletteNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 pt-3 pb-1 text-13 text-ink-3">
      {children}
    </p>
  );
}

export type PaletteLead = {
  id: string;
  name: string | null;
  company: string | null;
  stage: string;
  email: string | null;
  owner_id?: string | null;
  owner_name: string | null;
};

type Props = { leads: PaletteLead[]; match: string; onOpen: (leadId: string) => () => void };

/** Matching leads, or recent leads before anything is typed. */
export function LeadItems({ leads, match, onOpen }: Props) {
  const { labelOf } = useStages();
  return (
    <PaletteGroup heading={match ? "Leads" : "Recent leads"}>
      {leads.map((one) => (
        <PaletteItem key={one.id} value={`lead ${one.id}`} onSelect={onOpen(one.id)}>
          <StageIcon stage={one.stage} />
          <span className="min-w-0 flex-1 truncate">
            <b className="font-medium">
              <HighlightedText text={one.name ?? one.email ?? "Unnamed lead"} match={match} />
            </b>{" "}
            <span className="text-ink-3">
              <HighlightedText text={one.company ?? ""} match={match} />
            </span>
          </span>
          <span className="shrink-0 text-ink-3 text-xs">{labelOf(one.stage)}</span>
          {one.owner_name && one.owner_name !== "Unassigned" && (
            <PersonAvatar userId={one.owner_id} name={one.owner_name} size={20} />
          )}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** Before the first answer, so that the rows below stay in place. */
export function LeadsSkeleton() {
  return (
    <PaletteGroup heading="Leads">
      {["w-2/5", "w-1/2", "w-1/3"].map((width) => (
        <div key={width} aria-hidden="true" className="mx-1.5 flex h-[38px] items-center gap-2.5 pl-2.5 phone:h-11">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className={width} />
        </div>
      ))}
    </PaletteGroup>
  );
}

type PageProps = {
  isAdmin: boolean;
  inCrm: boolean;
  matches: (label: string) => boolean;
  onGo: (to: string) => () => void;
};

/** The user's other accounts. Each opens as a page load of its own. */
export function WorkspaceItems({ matches, onGo }: Pick<PageProps, "matches" | "onGo">) {
  const { data: accounts = [] } = useQuery(myAccountsQuery);
  const shown = accounts
    .filter(({ slug, kind }) => (kind === "agency" ? workspaceSlug !== null : slug !== workspaceSlug))
    .map((account) => ({ ...account, label: switchLabel(account) }))
    .filter(({ label }) => matches(label));
  if (shown.length === 0) return null;
  return (
    <PaletteGroup heading="Workspaces">
      {shown.map(({ label, ...account }) => (
        <PaletteItem key={account.id} value={`workspace ${account.slug}`} onSelect={onGo(accountPath(account))}>
          <Building2 aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

const switchLabel = ({ name, role }: MyAccount) => (role === "billing" ? `Invoices of ${name}` : `Switch to ${name}`);

type Page = { to: string; label: string; Icon: LucideIcon; key?: string };

/** The pages of the navigation. Those of the area where the user is come first. */
export function usePages({ isAdmin, inCrm }: Pick<PageProps, "isAdmin" | "inCrm">): Page[] {
  const sales = searchablePages(useWorkspace());
  const admin = isAdmin ? ADMIN_PAGES.filter(({ to }) => !sales.some((page) => page.to === to)) : [];
  // Their keys work in the CRM.
  return inCrm ? [...sales, ...admin] : [...admin, ...sales.map(({ to, label, Icon }) => ({ to, label, Icon }))];
}

export function PageItems({ pages, onGo }: Pick<PageProps, "onGo"> & { pages: readonly Page[] }) {
  return (
    <PaletteGroup heading="Pages">
      {pages.map(({ to, label, Icon, key }) => (
        <PaletteItem key={to} value={`page ${to}`} onSelect={onGo(to)}>
          <Icon aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
          {key && (
            <span aria-hidden="true" className="flex gap-1">
              <KeyCaps keys={`g ${key}`} />
            </span>
          )}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** The sections of the settings, by their names and contents. Without a query they would be too many. */
export function SettingItems({ isAdmin, query, onGo }: Pick<PageProps, "isAdmin" | "onGo"> & { query: string }) {
  const sections = query ? searchSections(isAdmin ? "admin" : "sales", query).slice(0, 5) : [];
  return (
    <PaletteGroup heading="Settings">
      {sections.map(({ id, label, group }) => (
        <PaletteItem key={id} value={`setting ${id}`} onSelect={onGo(`/settings?section=${id}`)}>
          <Settings aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
          <span className="text-ink-3 text-xs">{group}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** The forms that admins open from anywhere, and the work that they find by its words. */
export const adminActions = (isAdmin: boolean): { starts: Page[]; tasks: Page[] } =>
  isAdmin && workspaceSlug === null ? { starts: ADMIN_ACTIONS, tasks: ADMIN_TASKS } : { starts: [], tasks: [] };

type PaletteAction = {
  id: string;
  label: string;
  key?: string;
  Icon?: LucideIcon;
  stage?: string;
  run: () => void;
};

/** The actions for the focused lead. */
export function leadActions(lead: LeadRef | undefined, stages: Stage[], actions: LeadActions): PaletteAction[] {
  if (!lead) return [];
  const name = leadName(lead);
  const list: PaletteAction[] = [];
  if (!lead.owner_id)
    list.push({ id: "claim", label: `Claim ${name}`, Icon: Hand, run: () => void actions.claim(lead) });
  if (lead.phone)
    list.push({
      id: "log",
      label: `Log a call with ${name}`,
      key: "L",
      Icon: Phone,
      run: () => actions.askOutcome(lead),
    });
  list.push(
    { id: "assign", label: `Assign ${name} to…`, key: "A", Icon: UserRoundPlus, run: () => actions.assign([lead]) },
    { id: "task", label: `Add a task for ${name}`, key: "T", Icon: CalendarPlus, run: () => actions.addTask(lead) },
    { id: "note", label: `Add a note about ${name}`, key: "N", Icon: NotebookPen, run: () => actions.addNote(lead) },
    { id: "book", label: `Book a call with ${name}`, key: "B", Icon: CalendarClock, run: () => actions.bookCall(lead) },
    { id: "email", label: `Email ${name}`, key: "E", Icon: Mail, run: () => actions.writeEmail(lead) },
  );
  // The search for the other lead is in this account.
  if (!lead.account)
    list.push({
      id: "merge",
      label: `Merge ${name} with another lead…`,
      Icon: Merge,
      run: () => actions.mergeWith(lead),
    });
  for (const stage of stages)
    if (stage.key !== lead.stage)
      list.push({
        id: `stage-${stage.key}`,
        label: `Move ${name} to ${stage.label}`,
        key: String(stage.position),
        stage: stage.key,
        run: () => actions.move([lead], stage.key),
      });
  return list;
}
