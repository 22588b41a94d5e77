import type { Backend } from "../backend/backend.ts";
import { type Environment, isLoopbackHost } from "../environment/environment.ts";

/**
 * `/config.json` (contract: Addresses): what the browser may know. In the embedded modes the project's address is the one
 * that the page was opened at, where that is this machine or the public address; any other Host header is not believed.
 */
export function publicConfig(request: Request, env: Environment, backend: Backend) {
  return {
    supabaseUrl: backend.supabaseUrl ?? publicOrigin(request, env.siteUrl),
    supabasePublishableKey: backend.publishableKey,
    siteUrl: env.siteUrl,
    demo: env.demo,
    signalOutageRate: env.signalOutageRate,
  };
}

function publicOrigin(request: Request, siteUrl: string): string {
  const url = new URL(request.url);
  return isLoopbackHost(url.hostname) ? url.origin : siteUrl;
}
