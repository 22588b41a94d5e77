import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { OfflineHint } from "~/features/portal/shell/offline-hint.tsx";
import { PageError } from "~/features/portal/shell/page-error.tsx";
import { useLastPage } from "~/shared/last-page.ts";
import { queryClient } from "~/shared/query-client.ts";
import { useFollowSession } from "~/shared/use-follow-session.ts";
import { useFreshReturn } from "~/shared/use-fresh-return.ts";

/** Everything behind the guard: one cache, one watch over the session. Each page has its own guard. */
export default function PortalLayout() {
  useFollowSession();
  useFreshReturn();
  useLastPage();
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineHint />
      <Outlet />
    </QueryClientProvider>
  );
}

export const ErrorBoundary = PageError;
