import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findDeno } from "./find-deno.ts";

export type Count = { passed: number; failed: number };

/** One running part of the test suite: its output, and its costs so far. */
export type Job = {
  write: (chunk: Buffer) => void;
  /** CPU seconds of all its processes that have ended. */
  cpuSeconds: number;
  /** Wall seconds of each test file. */
  fileSeconds: Map<string, number>;
};
export type Part = (job: Job) => Promise<Count>;

export const REPORTS = "node_modules/.cache/test-reports";
const bin = (name: string) => join("node_modules", ".bin", name);

/**
 * Runs the command and writes the CPU time of all its processes to file descriptor 3, because Node cannot measure it.
 */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

function run(job: Job, command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", TIMED, "sh", command, ...args], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let times = "";
    child.stdout?.on("data", job.write);
    child.stderr?.on("data", job.write);
    child.stdio[3]?.on("data", (chunk) => {
      times += chunk;
    });
    child.on("error", (error) => {
      job.write(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on("close", (code) => {
      for (const [, minutes, seconds] of times.matchAll(/(\d+)m([\d.]+)s/g))
        job.cpuSeconds += Number(minutes) * 60 + Number(seconds);
      resolve(code === 0);
    });
  });
}

/** A check that passes or fails as a whole. */
const check =
  (command: string, ...args: string[]): Part =>
  async (job) =>
    (await run(job, command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
};

const vitest =
  (project: string, shard = "1/1"): Part =>
  async (job) => {
    const report = join(REPORTS, `${project}-${shard.replace("/", "-of-")}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const ok = await run(job, bin("vitest"), ["run", "--project", project, `--shard=${shard}`, ...reporters]);
    return counted<VitestReport>(report, ok, ({ numPassedTests, numFailedTests, testResults }) => {
      for (const { name, startTime, endTime } of testResults)
        job.fileSeconds.set(relative("", name), (endTime - startTime) / 1000);
      return { passed: numPassedTests, failed: numFailedTests };
    });
  };

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
};
type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
};

const playwright: Part = async (job) => {
  const report = join(REPORTS, "e2e.json");
  const ok = await run(job, process.execPath, ["scripts/run-playwright.ts"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return counted<PlaywrightReport>(report, ok, ({ stats: { expected, unexpected, flaky }, suites }) => {
    for (const suite of suites) job.fileSeconds.set(join("tests/e2e", suite.file), journeySeconds(suite));
    if (flaky > 0)
      job.write(Buffer.from(`${flaky} of them failed at first and passed the second time: see "flaky" above\n`));
    return { passed: expected + flaky, failed: unexpected };
  });
};

function journeySeconds({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own.map((duration) => duration / 1000), ...suites.map(journeySeconds)].reduce(
    (sum, each) => sum + each,
    0,
  );
}

/** A suite that failed without a failed test (it did not even start) counts as one failure. */
function counted<Report>(report: string, ok: boolean, read: (report: Report) => Count): Count {
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = read(JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch {}
  return !ok && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/**
 * Checks each hosted function with Deno, with the function's own pins and without this project's modules. Functions
 * with the same pins are checked together, which takes a fifteenth of the time. If that fails, they are checked one by
 * one to name the failing one.
 */
const denoCheck: Part = async (job) => {
  const deno = findDeno();
  const env = { DENO_DIR: resolve("node_modules/.cache/deno"), DENO_NO_UPDATE_CHECK: "1" };
  const passes = (config: string, names: string[]) => {
    const entries = names.map((name) => join("supabase/functions", name, "index.ts"));
    return run(job, deno, ["check", "--quiet", "--no-lock", "--config", config, ...entries], env);
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

export const parts: Record<string, Part> = {
  lint: check(bin("biome"), "check", "."),
  types: async (job) => {
    await run(job, bin("react-router"), ["typegen"]);
    return check(process.execPath, "node_modules/typescript-native/bin/tsc", "--noEmit")(job);
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
