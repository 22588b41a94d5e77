import { Sidebar, SidebarHeader, SidebarMain, SidebarProvider } from "~/ui/sidebar.tsx";
import { TopBar } from "~/ui/top-bar.tsx";

/** The CRM's frame until the guard has decided: nothing of its pages. */
export function CrmShellSkeleton() {
  return (
    <SidebarProvider role="status" aria-label="Loading">
      <Sidebar>
        <SidebarHeader title="Sales" />
      </Sidebar>
      <SidebarMain>
        <TopBar />
      </SidebarMain>
    </SidebarProvider>
  );
}
