/**
 * IPv4 networks outside the public internet: private, loopback, link-local, CGNAT, multicast, reserved, documentation.
 */
const PRIVATE_V4: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Of IPv6, only global unicast (2000::/3) is allowed, without tunnels and documentation networks. */
const PRIVATE_V6: readonly [network: string, bits: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/**
 * Whether an IP address, as text, is on the public internet, so that our server may connect to it for an admin.
 * Everything else is refused: our own machine, its networks, and invalid text.
 */
export function isPublicAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== null)
    return !PRIVATE_V4.some(([network, bits]) => inNetwork(BigInt(v4), BigInt(parseV4(network) ?? 0), bits, 32));
  const v6 = parseV6(address);
  if (v6 === null) return false;
  // ::ffff:a.b.c.d and 64:ff9b::a.b.c.d contain an IPv4 address.
  const carried = v6 >> 32n;
  if (carried === 0xffffn || carried === 0x64ff9bn << 64n) return isPublicAddress(formatV4(v6 & 0xffffffffn));
  if (v6 >> 125n !== 1n) return false;
  return !PRIVATE_V6.some(([network, bits]) => inNetwork(v6, parseV6(network) ?? 0n, bits, 128));
}

function inNetwork(address: bigint, network: bigint, bits: number, size: number): boolean {
  const shift = BigInt(size - bits);
  return address >> shift === network >> shift;
}

function parseV4(text: string): number | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}

function formatV4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
}

/** Null if it is not an IPv6 address. An address with a zone (fe80::1%eth0) is never public. */
function parseV6(text: string): bigint | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const v4 = tail ? parseV4(tail[2] ?? "") : null;
  if (tail && v4 === null) return null;
  const whole = tail && v4 !== null ? `${tail[1]}${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}` : text;
  const halves = whole.split("::");
  if (halves.length > 2) return null;
  const [head = [], rest] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - (rest?.length ?? 0);
  if (rest ? missing < 1 : missing !== 0) return null;
  const groups = rest ? [...head, ...Array<string>(missing).fill("0"), ...rest] : head;
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
