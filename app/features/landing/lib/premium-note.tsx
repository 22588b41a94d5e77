import { Banner } from "~/ui/banner.tsx";

/** What premium adds for people who look at the pages of a free account. */
export function PremiumNote() {
  return (
    <Banner title="Your pages are read-only on the free plan. With Premium, you can write and publish pages, even on your own domain." />
  );
}
