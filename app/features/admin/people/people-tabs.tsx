import type { ReactNode } from "react";
import { Tabs, TabsBar, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { ApprovalsList } from "./approvals-list.tsx";
import { InvitationsList } from "./invitations-list.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PersonDrawer } from "./person-drawer.tsx";

export type PeopleTab = "members" | "pending" | "invitations" | "audit";
type Props = {
  tab: PeopleTab;
  onTabChange: (tab: PeopleTab) => void;
  adminId: string;
  pending: number | undefined;
  audit: ReactNode;
  /** The button beside the tabs. */
  action: ReactNode;
};

/** The four views of User Management. The route passes the audit log. */
export function PeopleTabs({ tab, onTabChange, adminId, pending, audit, action }: Props) {
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value as PeopleTab)}>
      <TabsBar action={action}>
        <TabsList aria-label="User Management">
          <TabsTrigger value="members">Members</TabsTrigger>
          <TabsTrigger value="pending">
            Pending {pending ? <TabsCount tone="warn">{pending}</TabsCount> : null}
          </TabsTrigger>
          <TabsTrigger value="invitations">Invitations</TabsTrigger>
          <TabsTrigger value="audit">Audit log</TabsTrigger>
        </TabsList>
      </TabsBar>
      <TabsContent value="members" className="pt-5">
        <PeopleTable adminId={adminId} />
      </TabsContent>
      <TabsContent value="pending" className="pt-5">
        <ApprovalsList />
      </TabsContent>
      <TabsContent value="invitations" className="pt-5">
        <InvitationsList />
      </TabsContent>
      <TabsContent value="audit" className="pt-5">
        {audit}
      </TabsContent>
      <PersonDrawer adminId={adminId} />
    </Tabs>
  );
}
