import { isIP } from "node:net";

/** Whether a Host header names this product itself: its public address, this machine, or a bare number. */
export function createIsOwnHost(siteUrl: string): (host: string | undefined) => boolean {
  const own = new URL(siteUrl).hostname.toLowerCase();
  return (host) => {
    const name = hostName(host);
    return name === "" || name === own || name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  };
}

/** The public address of the product under the other spelling of its name, with www. or without. */
export function createIsWwwVariant(siteUrl: string): (name: string) => boolean {
  const own = new URL(siteUrl).hostname.toLowerCase();
  return (name) => name === `www.${own}` || own === `www.${name}`;
}

/** What programs ask for under names of their own: health checks, the API, the inbox of a demo. No page among them. */
const SERVICE_PATHS = /^\/(?:(?:auth|rest|storage|functions)\/v1\/|dev\/|(?:config\.json|healthz|readyz)$)/;

export const isServicePath = (path: string) => SERVICE_PATHS.test(path);

const MAX_HOST_LENGTH = 300;

/** The name in a Host header, in lower case, without port and without the dot that ends a full name. */
export function hostName(host: string | undefined): string {
  return (host ?? "").slice(0, MAX_HOST_LENGTH).toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
