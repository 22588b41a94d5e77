import { admitSecondStep } from "~/features/account/sign-in/admit-second-step.ts";
import { RequiredScreen } from "~/features/account/sign-in/required-screen.tsx";
import { CentredSkeleton } from "~/features/portal/shell/centred-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { Route } from "./+types/set-up.ts";

export const meta = () => portalMeta("Set up two-step sign-in");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, next } = await admitSecondStep(request, "required");
  return { email: user.email ?? "", next };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = CentredSkeleton;

/** /auth/set-up: for people of whom the agency requires two-step sign-in. */
export default function SetUp({ loaderData }: Route.ComponentProps) {
  return <RequiredScreen {...loaderData} />;
}
