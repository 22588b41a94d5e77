import type { ReactNode } from "react";
import { greetingName } from "~/shared/display-name.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { useSubscription } from "~/shared/use-subscription.ts";
import { Chip } from "~/ui/chip.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { isInTrial, NO_SUBSCRIPTION } from "../../../../domain/subscription.ts";

type Props = { user: { id: string; email?: string | undefined }; actions: ReactNode };

/** 'Your Dashboard' with a welcome by first name or email, and the plan (spec §2 User dashboard). */
export function DashboardHeader({ user, actions }: Props) {
  const profile = useProfile(user.id);
  // The line keeps its height while the name loads.
  const welcome = profile.isPending ? "\u00a0" : `Welcome back, ${greetingName(profile.data, user.email)}`;
  return (
    <PageHeader title="Your Dashboard" chips={<PlanBadges user={user} />} description={welcome} actions={actions} />
  );
}

/** Premium when subscribed, Free Trial while trial_end is in the future (spec §2). */
function PlanBadges({ user }: { user: { id: string; email?: string | undefined } }) {
  const { data: state = NO_SUBSCRIPTION } = useSubscription(user);
  return (
    <>
      {state.subscribed && <Chip tone="info">Premium</Chip>}
      {isInTrial(state, new Date()) && <Chip tone="warn">Free Trial</Chip>}
    </>
  );
}
