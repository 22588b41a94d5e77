import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort, startHostProcess } from "../tests/support/host-process.ts";
import { PROJECT_KEYS } from "../tests/support/project-keys.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { findChromium } from "./find-chromium.ts";
import { keepTemporaryFilesInMemory } from "./shared-memory.ts";

// Starts a browser and a host with fresh demo data, runs the end-to-end tests, and stops the host by its id. With --external,
// a second host is the project and the tests open one in front of it, so that all data comes from another origin.
const isExternal = process.argv.includes("--external");

keepTemporaryFilesInMemory();
const chromium = await findChromium();
// Tests that need DNS start their own server on this port.
const dnsPort = String(await freePort());
const dataDir = await seededDataDirectory();
const settings = {
  LITE_AUTH_BCRYPT_COST: "4",
  RATE_LIMIT_SCALE: "0",
  SIGNAL_OUTAGE_RATE: "0",
  DNS_SERVER: `127.0.0.1:${dnsPort}`,
};
const hosts = isExternal
  ? await startExternal()
  : [await startHostProcess({ ...settings, ...PROJECT_KEYS, DATA_DIR: dataDir })];

/** The host that people open, and the project behind it. Links in account emails lead to the project, as on Supabase. */
async function startExternal() {
  const project = await startHostProcess({ ...settings, ...PROJECT_KEYS, DATA_DIR: dataDir });
  const front = await startHostProcess({
    ...settings,
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: PROJECT_KEYS.PUBLISHABLE_KEY,
    SUPABASE_SECRET_KEY: PROJECT_KEYS.SECRET_KEY,
  });
  return [front, project];
}
const runner = spawn(
  join("node_modules", ".bin", "playwright"),
  ["test", ...process.argv.slice(2).filter((argument) => argument !== "--external")],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...chromium.env,
      TEST_CHROMIUM: chromium.executablePath,
      TEST_HOST_URL: hosts[0]?.url,
      TEST_DNS_PORT: dnsPort,
      ...(isExternal && { TEST_EXTERNAL: "1" }),
    },
  },
);
runner.once("exit", async (code) => {
  for (const host of hosts) await host.dispose();
  process.exit(code ?? 1);
});
