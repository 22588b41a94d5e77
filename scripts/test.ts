import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { findDeno } from "./find-deno.ts";

// Everything, or the parts named on the command line (`npm test -- rights e2e`). The last line counts over all of them.

type Count = { passed: number; failed: number };
const REPORTS = "node_modules/.cache/test-reports";
const bin = (name: string) => join("node_modules", ".bin", name);

/** Where a part writes while it runs. */
type Sink = (chunk: Buffer) => void;
type Part = (sink: Sink) => Promise<Count>;

function run(sink: Sink, command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    child.stdout.on("data", sink);
    child.stderr.on("data", sink);
    child.on("error", (error) => {
      sink(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

/** A check that passes or fails as a whole. */
const check =
  (command: string, ...args: string[]): Part =>
  async (sink) =>
    (await run(sink, command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const vitest =
  (project: string, shard = "1/1"): Part =>
  async (sink) => {
    const report = join(REPORTS, `${project}-${shard.replace("/", "-of-")}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const ok = await run(sink, bin("vitest"), ["run", "--project", project, `--shard=${shard}`, ...reporters]);
    return counted(report, ok, ({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests ?? 0,
      failed: numFailedTests ?? 0,
    }));
  };

const playwright: Part = async (sink) => {
  const report = join(REPORTS, "e2e.json");
  const ok = await run(sink, process.execPath, ["scripts/run-playwright.ts"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return counted(report, ok, ({ stats }) => {
    const flaky = stats?.flaky ?? 0;
    if (flaky > 0)
      sink(Buffer.from(`${flaky} of them failed at first and passed the second time: see "flaky" above\n`));
    return { passed: (stats?.expected ?? 0) + flaky, failed: stats?.unexpected ?? 0 };
  });
};

type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected: number; unexpected: number; flaky: number };
};

/** A suite that failed without a failed test (it could not even start) counts as one failure. */
function counted(report: string, ok: boolean, read: (report: Report) => Count): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch {}
  return !ok && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/**
 * Each hosted function as Deno sees it, with its own pins and nothing of this project's modules. Those with the same pins are
 * checked in one go, a fifteenth of the time; only when that fails, one after the other, so that the failing one is named.
 */
const denoCheck: Part = async (sink) => {
  const deno = findDeno();
  const env = { DENO_DIR: resolve("node_modules/.cache/deno"), DENO_NO_UPDATE_CHECK: "1" };
  const passes = (config: string, names: string[]) => {
    const entries = names.map((name) => join("supabase/functions", name, "index.ts"));
    return run(sink, deno, ["check", "--quiet", "--no-lock", "--config", config, ...entries], env);
  };
  const alike = new Map<string, string[]>();
  for (const name of readdirSync("supabase/functions").filter((entry) => !entry.startsWith("_"))) {
    const pins = readFileSync(join("supabase/functions", name, "deno.json"), "utf8");
    alike.set(pins, [...(alike.get(pins) ?? []), name]);
  }
  const total: Count = { passed: 0, failed: 0 };
  for (const names of alike.values()) {
    const configOf = (name = "") => join("supabase/functions", name, "deno.json");
    if (await passes(configOf(names[0]), names)) total.passed += names.length;
    else for (const name of names) total[(await passes(configOf(name), [name])) ? "passed" : "failed"] += 1;
  }
  return total;
};

const parts: Record<string, Part> = {
  lint: check(bin("biome"), "check", "."),
  types: async (sink) => {
    await run(sink, bin("react-router"), ["typegen"]);
    return check(process.execPath, "node_modules/typescript-native/bin/tsc", "--noEmit")(sink);
  },
  arrows: check(
    bin("depcruise"),
    "app",
    "domain",
    "server",
    "supabase",
    "tests",
    "scripts",
    "bench",
    "--config",
    ".dependency-cruiser.cjs",
  ),
  unused: check(bin("knip")),
  "database-types": check(process.execPath, "scripts/generate-database-types.ts", "--check"),
  deno: denoCheck,
  rules: vitest("rules"),
  rights: vitest("rights"),
  procedures: vitest("procedures"),
  build: check(process.execPath, "scripts/ensure-build.ts"),
  ...Object.fromEntries(["1/4", "2/4", "3/4", "4/4"].map((shard) => [`host ${shard}`, vitest("host", shard)])),
  e2e: playwright,
};

/** What uses one core each goes side by side, in lanes of the same length; the browser journeys take both, after the rest. */
const LANES = [
  [
    ["lint", "types", "arrows", "unused", "database-types", "deno", "rules", "rights", "procedures", "host 4/4"],
    ["build", "host 1/4", "host 2/4", "host 3/4"],
  ],
  [["e2e"]],
];
const nameOf = (part: string) => part.split(" ")[0] ?? part;

const named = process.argv.slice(2);
const known = [...new Set(Object.keys(parts).map(nameOf))];
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${known.join(", ")}`);
  process.exit(2);
}
const wanted = (lane: string[]) => lane.filter((name) => named.length === 0 || named.includes(nameOf(name)));
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };

/** Alone, a part writes as it goes; beside another, all at once when it is done. */
async function runPart(name: string, alone: boolean): Promise<void> {
  const kept: Buffer[] = [];
  const begun = performance.now();
  console.log(`\n— ${name}`);
  const { passed, failed } = await (parts[name] as Part)((chunk) => {
    if (alone) process.stdout.write(chunk);
    else kept.push(chunk);
  });
  process.stdout.write(Buffer.concat(kept));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`— ${name}: ${passed} passed, ${failed} failed in ${seconds} s`);
  total.passed += passed;
  total.failed += failed;
}

for (const stage of LANES) {
  const lanes = stage.map(wanted).filter(({ length }) => length > 0);
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) await runPart(name, lanes.length === 1);
    }),
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
