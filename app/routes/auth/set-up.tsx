import { FactorRequiredScreen } from "~/features/account/sign-in/required-screen.tsx";
import { guardSecondStep } from "~/features/account/sign-in/second-step.ts";
import { CenteredSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { Route } from "./+types/set-up.ts";

export const meta = () => portalMeta("Set up two-step sign-in");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, next } = await guardSecondStep(request, "required");
  return { email: user.email ?? "", next };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = CenteredSkeleton;

/** /auth/set-up: for users who must set up two-step sign-in. */
export default function SetUp({ loaderData }: Route.ComponentProps) {
  return <FactorRequiredScreen {...loaderData} />;
}
