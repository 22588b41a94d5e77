import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { findDeno } from "./find-deno.ts";

// Everything, or the parts named on the command line (`npm test -- policies e2e`). The last line counts over all of them.

type Count = { passed: number; failed: number };
const REPORTS = "node_modules/.cache/test-reports";
const bin = (name: string) => join("node_modules", ".bin", name);

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

/** A check that passes or fails as a whole. */
const check =
  (command: string, ...args: string[]) =>
  (): Count =>
    run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const vitest = (project: string) => (): Count => {
  const report = join(REPORTS, `${project}.json`);
  const ok = run(bin("vitest"), [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  return counted(report, ok, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests ?? 0,
    failed: numFailedTests ?? 0,
  }));
};

const playwright = (): Count => {
  const report = join(REPORTS, "e2e.json");
  const ok = run(process.execPath, ["scripts/run-playwright.ts"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return counted(report, ok, ({ stats }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
  }));
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

/** Each hosted function as Deno sees it, with its own pins and nothing of this project's modules. */
const denoCheck = (): Count => {
  const deno = findDeno();
  const total: Count = { passed: 0, failed: 0 };
  const env = { DENO_DIR: resolve("node_modules/.cache/deno"), DENO_NO_UPDATE_CHECK: "1" };
  for (const name of readdirSync("supabase/functions").filter((entry) => !entry.startsWith("_"))) {
    const directory = join("supabase/functions", name);
    const args = [
      "check",
      "--quiet",
      "--no-lock",
      "--config",
      join(directory, "deno.json"),
      join(directory, "index.ts"),
    ];
    total[run(deno, args, env) ? "passed" : "failed"] += 1;
  }
  return total;
};

const parts: Record<string, () => Count> = {
  lint: check(bin("biome"), "check", "."),
  types: () => {
    run(bin("react-router"), ["typegen"]);
    return check(process.execPath, "node_modules/typescript-native/bin/tsc", "--noEmit")();
  },
  arrows: check(bin("depcruise"), "app", "domain", "server", "supabase", "--config", ".dependency-cruiser.cjs"),
  unused: check(bin("knip")),
  "database-types": check(process.execPath, "scripts/generate-database-types.ts", "--check"),
  deno: denoCheck,
  rules: vitest("rules"),
  policies: vitest("policies"),
  build: check(process.execPath, "scripts/ensure-build.ts"),
  host: vitest("host"),
  e2e: playwright,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  console.log(`\n— ${name}`);
  const { passed, failed } = (parts[name] as () => Count)();
  console.log(`— ${name}: ${passed} passed, ${failed} failed`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
