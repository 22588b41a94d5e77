import { isIP } from "node:net";

/** Whether a Host header names this product itself: its public address, this machine, or a bare number. */
export function createIsOwnHost(siteUrl: string): (host: string | undefined) => boolean {
  const own = new URL(siteUrl).hostname.toLowerCase();
  return (host) => {
    const name = hostName(host);
    return name === "" || name === own || name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  };
}

/** The name in a Host header, in lower case, without port and without the dot that ends a full name. */
export function hostName(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
