import { useQuery } from "@tanstack/react-query";
import { LayoutPanelLeft } from "lucide-react";
import { useViewAs } from "~/shared/view-as.tsx";
import { myAccountsQuery } from "~/shared/workspace-query.ts";
import { Button } from "~/ui/button.tsx";

/** The way to the leads of the client's account. Nothing for people who only see invoices, and for an admin's visit. */
export function WorkspaceLink() {
  const isVisit = useViewAs() !== null;
  const { data: accounts = [] } = useQuery({ ...myAccountsQuery, enabled: !isVisit });
  if (isVisit || !accounts.some(({ kind, role }) => kind === "client" && role !== "billing")) return null;
  return (
    <Button asChild>
      <a href="/workspace">
        <LayoutPanelLeft aria-hidden="true" />
        Workspace
      </a>
    </Button>
  );
}
