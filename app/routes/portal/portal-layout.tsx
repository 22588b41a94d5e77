import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { OfflineHint } from "~/features/portal/shell/offline-hint.tsx";
import { PageErrorBoundary } from "~/features/portal/shell/page-error.tsx";
import { useTrackLastPage } from "~/shared/last-page.ts";
import { queryClient } from "~/shared/query-client.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useRefetchOnPageRestore } from "~/shared/use-refetch-on-page-restore.ts";
import { useSession } from "~/shared/use-session.ts";
import { useSyncSession } from "~/shared/use-sync-session.ts";

/** The layout behind the guard: one cache and one session listener. Each page has its own guard. */
export default function PortalLayout() {
  useSyncSession();
  useRefetchOnPageRestore();
  useTrackLastPage();
  const { user } = useSession();
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineHint />
      {/* Visitors are on their way to the sign-in. */}
      {user && <AgencyColor />}
      <Outlet />
    </QueryClientProvider>
  );
}

/** The shades are code that most agencies never need, because they have no color of their own. */
const AccentStyle = lazy(() =>
  import("~/shared/brand/accent-style.tsx").then((module) => ({ default: module.AccentStyle })),
);

/** The agency's color. A workspace with one of its own comes later in the document and wins. */
function AgencyColor() {
  const { data: agency } = useAgencyContact();
  if (!agency?.accent) return null;
  return (
    <Suspense>
      <AccentStyle accent={agency.accent} />
    </Suspense>
  );
}

export const ErrorBoundary = PageErrorBoundary;
