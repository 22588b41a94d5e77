import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort, startHostProcess } from "../tests/support/host-process.ts";
import { quickenSignIns, seededDataDirectory } from "../tests/support/seeded-data.ts";
import { findChromium } from "./find-chromium.ts";
import { keepTemporaryFilesInMemory } from "./shared-memory.ts";

// Starts a browser and a host with fresh demo data, runs the end-to-end tests, and stops the host by its id.
keepTemporaryFilesInMemory();
const chromium = await findChromium();
// Tests that need DNS start their own server on this port.
const dnsPort = String(await freePort());
const dataDir = await seededDataDirectory();
await quickenSignIns(dataDir);
const host = await startHostProcess({
  DATA_DIR: dataDir,
  LITE_AUTH_BCRYPT_COST: "4",
  RATE_LIMIT_SCALE: "0",
  SIGNAL_OUTAGE_RATE: "0",
  DNS_SERVER: `127.0.0.1:${dnsPort}`,
});
const runner = spawn(join("node_modules", ".bin", "playwright"), ["test", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: {
    ...process.env,
    ...chromium.env,
    TEST_CHROMIUM: chromium.executablePath,
    TEST_HOST_URL: host.url,
    TEST_DNS_PORT: dnsPort,
  },
});
runner.once("exit", async (code) => {
  await host.dispose();
  process.exit(code ?? 1);
});
