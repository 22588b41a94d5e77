import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * The address of whoever sent a request: the socket's, or the last entry of X-Forwarded-For that a trusted proxy
 * (TRUST_PROXY: addresses or networks such as 10.0.0.0/8) did not add itself. Nobody else's header is believed.
 */
export function createClientAddress(trusted: string[]) {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (!isIPv4(address) && !isIPv6(address)) continue;
    if (prefix) list.addSubnet(address, Number(prefix), family);
    else list.addAddress(address, family);
  }
  const isTrusted = (address: string) => list.check(plain(address), isIPv6(plain(address)) ? "ipv6" : "ipv4");
  return (socketAddress: string | undefined, forwardedFor: string | undefined): string => {
    const address = plain(socketAddress ?? "");
    if (trusted.length === 0 || !forwardedFor || !isTrusted(address)) return address;
    const hops = forwardedFor.split(",").map((hop) => plain(hop.trim()));
    return hops.findLast((hop) => (isIPv4(hop) || isIPv6(hop)) && !isTrusted(hop)) ?? address;
  };
}

function plain(address: string): string {
  return address.replace(/^::ffff:/i, "");
}
