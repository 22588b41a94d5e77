import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type HostProcess = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything printed so far. */
  output: () => string;
  /** Sends a signal and waits. Resolves with the exit code (null if a signal ended it). */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Stops it and deletes its data. */
  dispose: () => Promise<void>;
};

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A new directory for a host's data. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "upfunnel-test-"));
}

/** Variables of the developer's own shell that must not reach the tested host. */
const OURS =
  /^(PORT|HOST|SITE_URL|DATA_DIR|DATABASE_URL|STORAGE_URL|SUPABASE_|DEMO|ADMIN_SETUP_EMAIL|STRIPE_|RESEND_|SMTP_|MAIL_|NODE_ENV|ALLOW_EMBEDDED|RATE_LIMIT|OUTBOX_|TRUST_PROXY|JWT_SECRET|PUBLISHABLE_KEY|SECRET_KEY|SIGNAL_)/;

/**
 * The Node flags and variables of `npm start`, so that tests and benchmarks run the real configuration. Hosts in tests run
 * only for seconds, so they skip the second, optimized compilation of the embedded database, which would be half of their work.
 */
function startSettings(): { flags: string[]; variables: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const flags = scripts.start.match(/ --\S+/g)?.map((flag) => flag.trim()) ?? [];
  const variables = [...scripts.start.matchAll(/ ([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]);
  return {
    flags: process.env["VITEST"] ? [...flags, "--liftoff-only"] : flags,
    variables: Object.fromEntries(variables),
  };
}

/** Runs the host as a separate process, as a person would, and returns at once. */
export async function spawnHost(variables: Record<string, string> = {}): Promise<HostProcess> {
  const port = Number(variables.PORT ?? (await freePort()));
  const dataDir = variables.DATA_DIR ?? temporaryDirectory();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const settings = startSettings();
  const env = {
    ...inherited,
    ...settings.variables,
    NODE_NO_WARNINGS: "1",
    PORT: String(port),
    DATA_DIR: dataDir,
    ...variables,
  };
  const child = spawn(process.execPath, [...settings.flags, "server/main.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  const dispose = async () => {
    await stop();
    // Deletes only directories that a test made. A test that sets its own DATA_DIR keeps it.
    if (dataDir.startsWith(tmpdir())) rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, dataDir, child, output: () => printed, stop, dispose };
}

/** Runs the host and waits until it is ready. If it ends before, throws an error with its output. */
export async function startHostProcess(variables: Record<string, string> = {}): Promise<HostProcess> {
  const host = await spawnHost(variables);
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (host.child.exitCode !== null) throw new Error(`The host ended:\n${host.output()}`);
    const ready = await fetch(`${host.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return host;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await host.dispose();
  throw new Error(`The host was not ready within a minute:\n${host.output()}`);
}
