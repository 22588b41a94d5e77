import { useSubscription } from "~/shared/use-subscription.ts";
import { Chip } from "~/ui/chip.tsx";
import { isInTrial, NO_SUBSCRIPTION } from "../../../../domain/subscription.ts";

/** Premium when subscribed, Free Trial while trial_end is in the future (spec §2). */
export function PlanBadges({ user }: { user: { id: string; email?: string | undefined } }) {
  const { data: state = NO_SUBSCRIPTION } = useSubscription(user);
  return (
    <>
      {state.subscribed && <Chip tone="info">Premium</Chip>}
      {isInTrial(state, new Date()) && <Chip tone="warn">Free Trial</Chip>}
    </>
  );
}
