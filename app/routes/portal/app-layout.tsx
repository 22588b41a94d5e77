import "~/ui/ui.css";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { PageErrorBoundary } from "~/features/portal/shell/page-error.tsx";
import { LazyToaster } from "~/shared/lazy-toaster.tsx";
import { useFocusOnArrival } from "~/shared/use-focus-on-arrival.ts";
import { AddressGuards } from "~/ui/address-guard.tsx";
import { keepFocus } from "~/ui/keep-focus.ts";

/** The shared layout of sign-in and portal: styles, and toasts and the place of the focus, which last when the page changes. */
export default function AppLayout() {
  useFocusOnArrival();
  useEffect(keepFocus, []);
  return (
    <AddressGuards>
      <Outlet />
      <LazyToaster />
    </AddressGuards>
  );
}

export const ErrorBoundary = PageErrorBoundary;
