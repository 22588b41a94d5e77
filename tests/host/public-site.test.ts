import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { startPlainProxy } from "../support/plain-proxy.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { apiClient, DEMO_PASSWORD } from "../support/session.ts";

let host: HostProcess;
let proxy: Awaited<ReturnType<typeof startPlainProxy>>;
beforeAll(async () => {
  host = await startHostProcess({
    // This database was used as a demo before.
    DATA_DIR: await seededDataDirectory({ hasRealHashes: true }),
    NODE_ENV: "production",
    ALLOW_EMBEDDED: "1",
    SITE_URL: "https://upfunnel.example",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  proxy = await startPlainProxy(host.url);
});
afterAll(async () => {
  await proxy?.close();
  await host?.dispose();
});

const PAGES = [
  "/dev/inbox",
  "/dev/inbox.json",
  "/dev/pay/anything",
  "/dev/notion/0123456789abcdef0123456789abcdef",
  "/dev/ui",
];

test.each(PAGES)("%s does not exist, with or without a proxy that hides the visitor", async (path) => {
  for (const base of [proxy.url, host.url]) {
    const answer = await fetch(`${base}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("demo-password");
  }
});

test("nothing mentions the demo, and the demo password signs in to no account", async () => {
  expect(await (await fetch(`${proxy.url}/config.json`)).json()).toMatchObject({ demo: false, signalOutageRate: 0 });
  const client = await apiClient(host.url);
  for (const email of ["admin@example.com", "sales@example.com", "client@example.com"]) {
    const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
    expect(error).toMatchObject({ code: "invalid_credentials" });
  }
});
