import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Another tab of the same page needs no new guard; anything else asks as usual. */
export function skipRevalidationOnSearchChange({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return sameTab ? false : defaultShouldRevalidate;
}
