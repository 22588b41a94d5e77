import "~/ui/ui.css";
import { Outlet } from "react-router";
import { PageErrorBoundary } from "~/features/portal/shell/page-error.tsx";
import { LazyToaster } from "~/shared/lazy-toaster.tsx";

/** The shared layout of sign-in and portal: styles, and toasts that stay when the page changes. */
export default function AppLayout() {
  return (
    <>
      <Outlet />
      <LazyToaster />
    </>
  );
}

export const ErrorBoundary = PageErrorBoundary;
