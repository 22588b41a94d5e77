import { Sidebar, SidebarHeader, SidebarMain, SidebarProvider } from "~/ui/sidebar.tsx";
import { TopBar } from "~/ui/top-bar.tsx";
import { ContentSkeleton } from "./page-skeleton.tsx";

/** The admin frame until the guard has decided: an empty sidebar, and nothing of the pages. */
export function AdminShellSkeleton() {
  return (
    <SidebarProvider role="status" aria-label="Loading">
      <Sidebar>
        <SidebarHeader title="Client Portal" />
      </Sidebar>
      <SidebarMain>
        <TopBar />
        <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
          <ContentSkeleton />
        </div>
      </SidebarMain>
    </SidebarProvider>
  );
}
