import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createClientAddress, networkOf } from "./client-address.ts";
import { createHostedAddress } from "./hosted-address.ts";
import { parseAddress } from "./ip-address.ts";

const direct = createClientAddress([]);
const behind = createClientAddress(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(fc.oneof(group, fc.constant(0)), { minLength: 8, maxLength: 8 });
const pad = fc.constantFrom<(part: number) => string>(
  (part) => part.toString(16),
  (part) => part.toString(16).padStart(4, "0").toUpperCase(),
);
const port = fc.constantFrom("", ":80", ":65535");

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:5678", "192.0.2.1"],
  ["[192.0.2.1]", ""],
  ["::1", "::1"],
  ["[::1]:80", "::1"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["::", "0:0:0:0::"],
  ["2001:db8:1:2::5", "2001:db8:1:2::"],
  ["[2001:DB8:0001:2:3:4:5:6]:443", "2001:db8:1:2::"],
  ["fe80::1%eth0", "fe80:0:0:0::"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["[0:0:0:0:0:ffff:192.0.2.1]:80", "192.0.2.1"],
  ["01.2.3.4", ""],
  ["1.2.3.256", ""],
  ["1.2.3", ""],
  ["1::2::3", ""],
  [":::", ""],
  ["unknown", ""],
  ["", ""],
])("%j counts as %j", (address, counted) => {
  expect(direct(address, undefined)).toBe(counted);
});

test("every spelling of one IPv6 address counts as its /64, and so does every address in that /64", () => {
  fc.assert(
    fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), pad, port, (address, other, spell, more) => {
      const text = address.map(spell).join(":");
      const squeezed = text.replace(/(^|:)0{1,4}(?::0{1,4})+(:|$)/, "::");
      const neighbor = [...address.slice(0, 4), ...other].map(spell).join(":");
      const isMapped = address.slice(0, 5).every((part) => part === 0) && address[5] === 0xffff;
      const isLoopback = /^(0+:){7}0*1$/.test(text);
      fc.pre(!isMapped && !isLoopback && other.some((part) => part > 1));
      const counted = direct(text, undefined);
      expect(isIPv6(counted)).toBe(true);
      for (const spelled of [`[${text}]${more}`, squeezed, `${text}%1`, neighbor, counted])
        expect(direct(spelled, undefined)).toBe(counted);
    }),
  );
});

test("it accepts exactly the addresses that Node accepts", () => {
  const characters = fc.constantFrom(..."0123456789abcdef:.:.:[]% ");
  const texts = fc.oneof(fc.string({ unit: characters, maxLength: 40 }), fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(texts, (text) => {
      if (isIPv4(text) || isIPv6(text)) expect(parseAddress(text)).toBeDefined();
      else if (!/[\s%[\]]/.test(text) && !/^[^:]*:\d*$/.test(text)) expect(parseAddress(text)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["the header is ignored without a trusted proxy", "192.0.2.1", "198.51.100.9", "192.0.2.1"],
  ["the last untrusted entry is the client", "10.0.0.1", "198.51.100.9, 203.0.113.5", "203.0.113.5"],
  [
    "trusted proxies are skipped from the right",
    "10.0.0.1",
    "198.51.100.9, 203.0.113.5, 10.2.3.4, 192.0.2.7",
    "203.0.113.5",
  ],
  [
    "proxies may have ports and mapped addresses",
    "::ffff:10.0.0.1",
    "203.0.113.5:999, [::ffff:10.9.9.9]:80",
    "203.0.113.5",
  ],
  ["an unreadable entry stops the search", "10.0.0.1", "198.51.100.9, unknown", "10.0.0.1"],
  ["an unreadable entry in the middle stops it too", "10.0.0.1", "198.51.100.9, _hidden, 10.5.5.5", "10.5.5.5"],
  ["an empty entry stops it too", "10.0.0.1", "198.51.100.9,, 10.5.5.5", "10.5.5.5"],
  ["without a header, the socket counts", "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy may use IPv6", "fd12::1", "2001:db8:1:2::5", "2001:db8:1:2::"],
])("%s", (_name, socket, header, expected) => {
  expect(behind(socket, header)).toBe(expected);
});

test("entries that a client adds in front change nothing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (lie) => {
      expect(behind("10.0.0.1", `${lie}, 203.0.113.5, 10.1.1.1`)).toBe("203.0.113.5");
      expect(behind("192.0.2.1", lie)).toBe("192.0.2.1");
    }),
  );
});

test("neighboring addresses share a network", () => {
  expect([networkOf("192.0.2.1"), networkOf("2001:db8:1:2::"), networkOf("")]).toEqual(["192.0.2", "2001:db8:1", ""]);
});

test("a hosted function trusts Supabase's own header on Supabase, and the gateway's entry elsewhere", () => {
  const headers = new Headers({
    "cf-connecting-ip": "203.0.113.5",
    "x-forwarded-for": "198.51.100.9, 192.0.2.1, 172.18.0.3",
  });
  expect(createHostedAddress("https://abcdefgh.supabase.co", "")(headers)).toBe("203.0.113.5");
  expect(createHostedAddress("https://supabase.agency.example", "")(headers)).toBe("192.0.2.1");
  expect(createHostedAddress("https://supabase.agency.example", "192.0.2.0/24")(headers)).toBe("198.51.100.9");
  headers.delete("cf-connecting-ip");
  expect(createHostedAddress("https://abcdefgh.supabase.co", "")(headers)).toBe("192.0.2.1");
});
