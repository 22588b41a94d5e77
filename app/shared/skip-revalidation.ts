import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A change of tab on the same page needs no new guard check. Everything else uses the default. */
export function skipRevalidationOnSearchChange({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return sameTab ? false : defaultShouldRevalidate;
}
