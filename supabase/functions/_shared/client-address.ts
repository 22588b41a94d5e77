import { createNetworks, type IpAddress, parseAddress } from "./ip-address.ts";

/**
 * The sender's address in the one form that every limit counts: an IPv4 address unchanged, an IPv6 address as its /64,
 * because one customer usually has a whole /64. `::1` stays itself. Empty if the address cannot be read.
 */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null | undefined) => string;

const MAX_HEADER_LENGTH = 2_000;
const MAX_HOPS = 20;

/**
 * Reads the sender's address at the edge. X-Forwarded-For is read from the right, as long as a trusted proxy
 * (TRUST_PROXY: addresses or networks such as 10.0.0.0/8) wrote the entry. The first address that is not a trusted
 * proxy is the sender. Reading stops at an unreadable entry, and everything to its left is ignored.
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = createNetworks(trusted);
  return (socketAddress, forwardedFor) => {
    let address = parseAddress(socketAddress ?? "");
    const hops = (forwardedFor ?? "").slice(-MAX_HEADER_LENGTH).split(",").slice(-MAX_HOPS);
    while (address && isTrusted(address) && hops.length > 0) {
      const hop = parseAddress(hops.pop() ?? "");
      if (!hop) break;
      address = hop;
    }
    return counted(address);
  };
}

function counted(address: IpAddress | undefined): string {
  if (!address) return "";
  if (address.length === 4) return address.join(".");
  if (address.every((group, index) => group === (index === 7 ? 1 : 0))) return "::1";
  return `${hex(address.slice(0, 4))}::`;
}

/** The network of an address: an IPv4 /24 or an IPv6 /48. Neighbors share the limits on guessing at one account. */
export function networkOf(address: string): string {
  const parts = parseAddress(address);
  if (!parts) return address;
  return parts.length === 4 ? parts.slice(0, 3).join(".") : hex(parts.slice(0, 3));
}

function hex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}
