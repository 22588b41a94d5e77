import { createNetworks, type IpAddress, parseAddress } from "./ip-address.ts";

/**
 * The address of a request's sender in the one form that every limit counts: an IPv4 address as it is, an IPv6 address as its /64,
 * because whoever has one has all of them. `::1` stays itself. Empty when it cannot be read.
 */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null | undefined) => string;

const MAX_HEADER_LENGTH = 2_000;
const MAX_HOPS = 20;

/**
 * Reads the sender's address at the edge. X-Forwarded-For is read from the right for as long as a trusted proxy (TRUST_PROXY:
 * addresses or networks such as 10.0.0.0/8) wrote the entry. The first address that is no trusted proxy's is the sender's; an entry
 * that cannot be read ends the reading, and what stands left of it is never believed.
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

/** Neighbors in one network, who count together where one account is guessed at: an IPv4 /24, an IPv6 /48. */
export function networkOf(address: string): string {
  const parts = parseAddress(address);
  if (!parts) return address;
  return parts.length === 4 ? parts.slice(0, 3).join(".") : hex(parts.slice(0, 3));
}

function hex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}
