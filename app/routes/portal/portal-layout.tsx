import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { OfflineHint } from "~/features/portal/shell/offline-hint.tsx";
import { PageErrorBoundary } from "~/features/portal/shell/page-error.tsx";
import { useTrackLastPage } from "~/shared/last-page.ts";
import { queryClient } from "~/shared/query-client.ts";
import { useFocusOnArrival } from "~/shared/use-focus-on-arrival.ts";
import { useRefetchOnPageRestore } from "~/shared/use-refetch-on-page-restore.ts";
import { useSyncSession } from "~/shared/use-sync-session.ts";

/** The layout behind the guard: one cache and one session listener. Each page has its own guard. */
export default function PortalLayout() {
  useSyncSession();
  useRefetchOnPageRestore();
  useTrackLastPage();
  useFocusOnArrival();
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineHint />
      <Outlet />
    </QueryClientProvider>
  );
}

export const ErrorBoundary = PageErrorBoundary;
