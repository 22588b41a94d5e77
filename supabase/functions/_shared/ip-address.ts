/** An address as numbers: four of one byte, or eight of two. */
export type IpAddress = readonly number[];

const MAX_LENGTH = 100;

/**
 * Parses an address in any form that servers and proxies use: with a port (`1.2.3.4:567`, `[::1]:80`), with a zone
 * (`fe80::1%eth0`), or an IPv4 address inside an IPv6 one, which becomes the IPv4 address. Undefined if it is invalid.
 */
export function parseAddress(text: string): IpAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const bare = withoutPort(text.trim());
  if (!bare.includes(":")) return parseIPv4(bare);
  const address = parseIPv6(bare.split("%", 1)[0] ?? "");
  const isMapped = address?.slice(0, 6).every((group, index) => group === (index === 5 ? 0xffff : 0));
  return address && isMapped ? address.slice(6).flatMap((group) => [group >> 8, group & 0xff]) : address;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.includes(":") ? bracketed : "";
  return text.split(":").length === 2 ? text.replace(/:\d{1,5}$/, "") : text;
}

function parseIPv4(text: string): IpAddress | undefined {
  const parts = text.split(".");
  const isAddress =
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isAddress ? parts.map(Number) : undefined;
}

function parseIPv6(text: string): IpAddress | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = [groupsOf(halves[0] ?? ""), groupsOf(halves[1] ?? "")];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The numbers of a part of an IPv6 address. The last group may be written as an IPv4 address. */
function groupsOf(text: string): number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const inside = index === parts.length - 1 && part.includes(".") ? parseIPv4(part) : undefined;
    if (inside) groups.push(((inside[0] ?? 0) << 8) | (inside[1] ?? 0), ((inside[2] ?? 0) << 8) | (inside[3] ?? 0));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** Whether an address is in one of the networks (such as `10.0.0.0/8`) or equals one of the addresses. */
export function createNetworks(entries: readonly string[]): (address: IpAddress) => boolean {
  const networks = entries.flatMap((entry) => {
    const [text = "", prefix] = entry.split("/");
    const base = parseAddress(text);
    const width = base?.length === 4 ? 32 : 128;
    const bits = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    return base && bits >= 0 && bits <= width ? [{ base, bits }] : [];
  });
  return (address) => networks.some(({ base, bits }) => isInside(address, base, bits));
}

function isInside(address: IpAddress, base: IpAddress, bits: number): boolean {
  if (address.length !== base.length) return false;
  const size = address.length === 4 ? 8 : 16;
  return base.every((part, index) => {
    const free = Math.max(0, size - Math.max(0, bits - index * size));
    return part >> free === (address[index] ?? 0) >> free;
  });
}
