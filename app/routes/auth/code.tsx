import { admitSecondStep } from "~/features/account/sign-in/admit-second-step.ts";
import { CodeScreen } from "~/features/account/sign-in/code-screen.tsx";
import { CentredSkeleton } from "~/features/portal/shell/centred-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { listApps } from "~/shared/second-factor/factors.ts";
import type { Route } from "./+types/code.ts";

export const meta = () => portalMeta("Enter your code");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, next } = await admitSecondStep(request, "needed");
  return { email: user.email ?? "", next, apps: await listApps() };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = CentredSkeleton;

/** /auth/code: the second step of a sign-in. */
export default function Code({ loaderData }: Route.ComponentProps) {
  return <CodeScreen {...loaderData} />;
}
