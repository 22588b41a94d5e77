import { describe, expect, test } from "vitest";
import { isLoopbackHost, readEnvironment } from "./environment.ts";

const LOCAL = ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.9.8.7", "portal.localhost"];
const PUBLIC = [
  "upfunnel.example",
  "192.168.1.20",
  "10.0.0.1",
  "0.0.0.0",
  "[2001:db8::1]",
  "127.0.0.1.example.com",
  "localhost.example.com",
  "notlocalhost",
  "127-0-0-1.example",
];
const ports = ["", ":3000", ":8443"];
const addresses = (hosts: string[]) =>
  hosts.flatMap((host) => ports.flatMap((port) => ["http", "https"].map((scheme) => `${scheme}://${host}${port}/`)));

describe("an address of the site", () => {
  test.each(addresses(LOCAL))("%s is on this machine, so the demo and its pages may exist", (SITE_URL) => {
    expect(readEnvironment({ SITE_URL })).toMatchObject({ demo: true, developerPages: true });
  });

  test.each(addresses(PUBLIC))(
    "%s is public, so the host starts only in production and without the demo",
    (SITE_URL) => {
      for (const more of [{}, { DEMO: "1" }, { DEMO: "0" }, { NODE_ENV: "development" }, { HOST: "0.0.0.0" }])
        expect(() => readEnvironment({ SITE_URL, ...more })).toThrow(/SITE_URL .* set NODE_ENV=production/);
      const production = { SITE_URL, NODE_ENV: "production", ALLOW_EMBEDDED: "1" };
      expect(readEnvironment(production)).toMatchObject({ demo: false, developerPages: false });
      expect(() => readEnvironment({ ...production, DEMO: "1" })).toThrow(/DEMO=1 isn't allowed/);
    },
  );
});

test("without a site address, DEMO=1 opens the demo to the network on purpose", () => {
  expect(readEnvironment({ HOST: "0.0.0.0" })).toMatchObject({ demo: false });
  expect(readEnvironment({ HOST: "0.0.0.0", DEMO: "1" })).toMatchObject({ demo: true });
});

test.each(["::ffff:127.0.0.1", "[::1]", "127.0.0.1"])("%s stays on this machine", (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test("the key of backups has at least 16 characters and one source", () => {
  expect(() => readEnvironment({ BACKUP_KEY: "short" })).toThrow("BACKUP_KEY must have at least 16 characters");
  const key = { BACKUP_KEY: "0123456789abcdef" };
  expect(readEnvironment(key)).toMatchObject(key);
  expect(() => readEnvironment({ ...key, BACKUP_KEY_FILE: "key" })).toThrow("set one of them");
});
