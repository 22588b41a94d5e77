import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import "./ensure-build.ts";

// npm run test:faults runs tests/faults: servers that hang, hosts that are killed, clocks that jump. Arguments name single files.
// A new file tests/faults/<name>.test.ts is part of it. The last line shows the total.

const REPORT = "node_modules/.cache/faults.json";
rmSync(REPORT, { force: true });
const { status } = spawnSync(
  "node_modules/.bin/vitest",
  [
    "run",
    "--project",
    "faults",
    "--reporter=verbose",
    "--reporter=json",
    `--outputFile.json=${REPORT}`,
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
const { passed, failed } = readCounts();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** A file that does not even load counts as a failure. */
function readCounts(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(REPORT, "utf8")) as Record<string, number>;
    const failed = numFailedTests ?? 0;
    return { passed: numPassedTests ?? 0, failed: status === 0 ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
