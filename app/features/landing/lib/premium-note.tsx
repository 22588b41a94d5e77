import { PREMIUM_IS_FOR_OWNERS, PREMIUM_PATH } from "~/shared/premium-path.ts";
import { useIsMember } from "~/shared/workspace-context.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";

/** What premium adds for people who look at the pages of a free account. */
export function PremiumNote() {
  const isMember = useIsMember();
  return (
    <Banner
      title="Your pages are read-only on the free plan. With Premium, you can write and publish pages, even on your own domain."
      action={
        !isMember && (
          <Button size="sm" asChild>
            <a href={PREMIUM_PATH}>See Premium</a>
          </Button>
        )
      }
    >
      {isMember && PREMIUM_IS_FOR_OWNERS}
    </Banner>
  );
}
