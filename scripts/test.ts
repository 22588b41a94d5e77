import { mkdirSync, rmSync } from "node:fs";
import { type Count, type Job, type Part, parts, REPORTS } from "./test-parts.ts";

// Runs everything, or the parts from the command line (`npm test -- rights e2e`). The last line shows the total.

/** How many processes work at the same time: one more than the cores that the tests are meant for, because each one waits at times. */
const LANES = 3;
/**
 * The parts in the order in which they start: what fails fast while the build runs, then the longest first, then short ones that fill
 * the lanes' ends. The end-to-end tests have four browsers of their own, so they take all lanes.
 */
const ORDER = [
  ...["build", "procedures", "types", "lint", "database-types"],
  ...["host 2/4", "host 4/4", "host 3/4", "host 1/4", "rights", "rules", "arrows", "unused", "deno", "e2e"],
];
const lanesOf = (name: string) => (name === "e2e" ? LANES : 1);
const SLOW_FILES = 10;
const LAST_LINES = 60;
const nameOf = (part: string) => part.split(" ")[0] ?? part;

const named = process.argv.slice(2);
const known = [...new Set(Object.keys(parts).map(nameOf))];
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${known.join(", ")}`);
  process.exit(2);
}
const wanted = (names: string[]) => names.filter((name) => named.length === 0 || named.includes(nameOf(name)));
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

type Result = Count & Pick<Job, "cpuSeconds" | "fileSeconds"> & { name: string; wallSeconds: number; output: string };
const results: Result[] = [];
const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** A part that runs alone prints as it goes. Parts that run at the same time print when they are done. */
async function runPart(name: string, alone: boolean): Promise<void> {
  const kept: Buffer[] = [];
  const begun = performance.now();
  console.log(`\n— ${name}`);
  const write = (chunk: Buffer) => {
    kept.push(chunk);
    if (alone) process.stdout.write(chunk);
  };
  const job: Job = { write, cpuSeconds: 0, fileSeconds: new Map() };
  const count = await (parts[name] as Part)(job);
  const output = Buffer.concat(kept).toString();
  if (!alone) process.stdout.write(output);
  const wallSeconds = secondsSince(begun);
  console.log(`— ${name}: ${count.passed} passed, ${count.failed} failed in ${wallSeconds.toFixed(0)} s`);
  results.push({ name, ...job, ...count, wallSeconds, output });
}

/** Says at the end again why a part failed: logs are read from there, and a service that keeps them may keep only their end. */
function printFailures(): void {
  for (const { name, failed, output } of results) {
    if (failed > 0) console.log(`\n— ${name} failed:\n${output.trimEnd().split("\n").slice(-LAST_LINES).join("\n")}`);
  }
}

/** Prints the time of each part, and the slowest files. */
function printCosts(total: Omit<Result, "fileSeconds" | "output">): void {
  const line = (name: string, ...cells: string[]) =>
    console.log(name.padEnd(16) + cells.map((cell) => cell.padStart(9)).join(""));
  console.log();
  line("part", "wall s", "CPU s", "passed", "failed");
  for (const { name, wallSeconds, cpuSeconds, passed, failed } of [...results, total])
    line(name, wallSeconds.toFixed(1), cpuSeconds.toFixed(1), String(passed), String(failed));
  const slowest = results.flatMap(({ fileSeconds }) => [...fileSeconds]).sort(([, a], [, b]) => b - a);
  if (slowest.length > 0) console.log("\nslowest files, wall s");
  for (const [file, seconds] of slowest.slice(0, SLOW_FILES)) console.log(seconds.toFixed(1).padStart(6), file);
}

const begun = performance.now();
const waiting = wanted(ORDER);
const isOne = waiting.length === 1;
const running = new Set<Promise<void>>();
let build: Promise<void> | undefined;
let free = LANES;
for (const name of waiting) {
  while (free < lanesOf(name)) await Promise.race(running);
  // Hosts serve the files of the build.
  if (["host", "e2e"].includes(nameOf(name))) await build;
  free -= lanesOf(name);
  const part: Promise<void> = runPart(name, isOne).finally(() => {
    running.delete(part);
    free += lanesOf(name);
  });
  running.add(part);
  if (name === "build") build = part;
}
await Promise.all(running);
const sum = (read: (result: Result) => number) => results.reduce((total, result) => total + read(result), 0);
const passed = sum((result) => result.passed);
const failed = sum((result) => result.failed);
const cpuSeconds = sum((result) => result.cpuSeconds);
if (!isOne) printFailures();
printCosts({ name: "all", wallSeconds: secondsSince(begun), cpuSeconds, passed, failed });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
