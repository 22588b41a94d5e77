import { useQuery } from "@tanstack/react-query";
import { Building2, LayoutGrid } from "lucide-react";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { accountPath, myAccountsQuery } from "~/shared/workspace-query.ts";
import { SidebarGroup, SidebarItem } from "~/ui/sidebar.tsx";

const MAX_LINKS = 5;

/**
 * The user's other accounts. Each opens as a page load of its own, because a page works in one account. People with one account
 * see nothing here, and admins have the list of accounts in the administration.
 */
export function WorkspaceLinks() {
  const { data: accounts = [] } = useQuery(myAccountsQuery);
  const here = useWorkspace()?.id;
  const others = accounts.filter(({ id, kind }) => (here ? id !== here : kind !== "agency"));
  if (others.length === 0) return null;
  return (
    <SidebarGroup label="Workspaces">
      {others.slice(0, MAX_LINKS).map((account) => (
        <SidebarItem
          key={account.id}
          label={account.name}
          icon={<Building2 aria-hidden="true" />}
          end={account.role === "billing" && <span className="text-ink-3 text-xs">Invoices</span>}
          href={accountPath(account)}
        />
      ))}
      {others.length > MAX_LINKS && (
        <SidebarItem label="All workspaces" icon={<LayoutGrid aria-hidden="true" />} href="/workspace" />
      )}
    </SidebarGroup>
  );
}
