import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("An address of the public internet", () => {
  test.each([
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "192.169.0.1",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));
  test.each(["2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "::ffff:1.1.1.1", "64:ff9b::8.8.8.8"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("Every other address is refused", () => {
  test.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "febf::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "0:0:0:0:0:ffff:192.168.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::1",
    "::127.0.0.1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2001::1",
    "fec0::1",
    "3fff::1",
    "100::1",
  ])("%s", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    "",
    "localhost",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.1.1.1",
    "0x7f.1",
    "1.1.1.1%eth0",
    "fe80::1%eth0",
    ":::",
    "1::2::3",
    "2606::g",
    "12345::",
    "[::1]",
  ])("%j, which is not an address", (text) => expect(isPublicAddress(text)).toBe(false));

  test("an IPv4 address inside an IPv6 one is judged as the IPv4 address, in any spelling", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), (parts) => {
        const [a, b, c, d] = parts.map((part) => part.toString(16).padStart(2, "0"));
        const expected = isPublicAddress(parts.join("."));
        expect(isPublicAddress(`::ffff:${parts.join(".")}`)).toBe(expected);
        expect(isPublicAddress(`::FFFF:${a}${b}:${c}${d}`)).toBe(expected);
        expect(isPublicAddress(`0:0:0:0:0:ffff:${a}${b}:${c}${d}`)).toBe(expected);
      }),
    );
  });

  test("every address that Node assigns to a private network", () => {
    const closed = new BlockList();
    for (const [network, bits] of [
      ["10.0.0.0", 8],
      ["127.0.0.0", 8],
      ["100.64.0.0", 10],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.168.0.0", 16],
      ["224.0.0.0", 3],
    ] as const)
      closed.addSubnet(network, bits, "ipv4");
    for (const [network, bits] of [
      ["fc00::", 7],
      ["fe80::", 10],
      ["ff00::", 8],
    ] as const)
      closed.addSubnet(network, bits, "ipv6");
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        if (closed.check(address, "ipv4")) expect(isPublicAddress(address)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (closed.check(address, "ipv6")) expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });
});
