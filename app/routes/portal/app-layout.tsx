import "~/ui/ui.css";
import { Outlet } from "react-router";
import { PageErrorBoundary } from "~/features/portal/shell/page-error.tsx";
import { LazyToaster } from "~/shared/lazy-toaster.tsx";

/** What sign-in and portal share: the kit's styles, and toasts that outlive a change of page. */
export default function AppLayout() {
  return (
    <>
      <Outlet />
      <LazyToaster />
    </>
  );
}

export const ErrorBoundary = PageErrorBoundary;
