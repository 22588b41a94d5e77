import type { ReactNode } from "react";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { usePendingCount } from "./api.ts";

/** In the order of spec §2. The first one is the default. */
export const ADMIN_TABS = ["dashboard", "dashboards", "approvals", "users", "leads"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

const LABELS: Record<AdminTab, string> = {
  dashboard: "My Dashboard",
  dashboards: "Manage Dashboards",
  approvals: "Approvals",
  users: "Users",
  leads: "Leads",
};

type Props = { tab: AdminTab; onTabChange: (tab: AdminTab) => void } & Record<AdminTab, ReactNode>;

/** The tabs of the admin dashboard (spec §2). The route passes their content. */
export function AdminTabs({ tab, onTabChange, ...contents }: Props) {
  const pending = usePendingCount();
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value as AdminTab)}>
      <TabsList aria-label="Admin dashboard">
        {ADMIN_TABS.map((name) => (
          <TabsTrigger key={name} value={name}>
            {LABELS[name]}
            {name === "approvals" && pending ? <TabsCount tone="warn">{pending}</TabsCount> : null}
          </TabsTrigger>
        ))}
      </TabsList>
      {ADMIN_TABS.map((name) => (
        <TabsContent key={name} value={name} className="pt-5">
          {contents[name]}
        </TabsContent>
      ))}
    </Tabs>
  );
}
