import { CodeScreen } from "~/features/account/sign-in/code-screen.tsx";
import { guardSecondStep } from "~/features/account/sign-in/second-step.ts";
import { CenteredSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { listApps } from "~/shared/second-factor/factors.ts";
import type { Route } from "./+types/code.ts";

export const meta = () => portalMeta("Enter your code");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, next } = await guardSecondStep(request, "needed");
  return { email: user.email ?? "", next, apps: await listApps() };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = CenteredSkeleton;

/** /auth/code: the second step of a sign-in. */
export default function Code({ loaderData }: Route.ComponentProps) {
  return <CodeScreen {...loaderData} />;
}
