import type { Backend } from "../backend/backend.ts";
import { type Environment, isLoopbackHost } from "../environment/environment.ts";

/**
 * `/config.json` (contract: Addresses): the settings for the browser. In the embedded modes, the project's address is
 * the address of the page if that is this machine or the public address. Other Host headers are not trusted.
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
