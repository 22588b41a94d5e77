import type { ReactNode } from "react";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { usePendingCount } from "./use-pending-count.ts";

export type AdminTab = "dashboard" | "approvals" | "users";
type Props = {
  tab: AdminTab;
  onTabChange: (tab: AdminTab) => void;
  dashboard: ReactNode;
  approvals: ReactNode;
  users: ReactNode;
};

/** The tabs of the admin dashboard (spec §2); what each shows is handed in. */
export function AdminTabs({ tab, onTabChange, dashboard, approvals, users }: Props) {
  const pending = usePendingCount();
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value as AdminTab)}>
      <TabsList aria-label="Admin dashboard">
        <TabsTrigger value="dashboard">My Dashboard</TabsTrigger>
        <TabsTrigger value="approvals">
          Approvals {pending ? <TabsCount tone="warn">{pending}</TabsCount> : null}
        </TabsTrigger>
        <TabsTrigger value="users">Users</TabsTrigger>
      </TabsList>
      <TabsContent value="dashboard" className="pt-5">
        {dashboard}
      </TabsContent>
      <TabsContent value="approvals" className="pt-5">
        {approvals}
      </TabsContent>
      <TabsContent value="users" className="pt-5">
        {users}
      </TabsContent>
    </Tabs>
  );
}
