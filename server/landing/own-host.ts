import { isIP } from "node:net";

/** Whether a Host header names this product: its public address, this machine, or a bare IP address. */
export function createIsOwnHost(siteUrl: string): (host: string | undefined) => boolean {
  const own = new URL(siteUrl).hostname.toLowerCase();
  return (host) => {
    const name = hostName(host);
    return name === "" || name === own || name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  };
}

/** Whether a name is the public address with or without `www.`. */
export function createIsWwwVariant(siteUrl: string): (name: string) => boolean {
  const own = new URL(siteUrl).hostname.toLowerCase();
  return (name) => name === `www.${own}` || own === `www.${name}`;
}

/** Paths that programs request under other names: health checks, the proxy, the API, the demo's inbox. None of them is a page. */
const SERVICE_PATHS =
  /^\/(?:(?:auth|rest|storage|functions)\/v1\/|dev\/|internal\/|(?:config\.json|healthz|readyz|metrics)$)/;

export const isServicePath = (path: string) => SERVICE_PATHS.test(path);

const MAX_HOST_LENGTH = 300;

/** The name in a Host header, in lower case, without the port and the final dot. */
export function hostName(host: string | undefined): string {
  return (host ?? "").slice(0, MAX_HOST_LENGTH).toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
