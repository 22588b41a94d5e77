import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { StartError } from "../environment/environment.ts";

/** The process that holds the lock. `place` says where its id has a meaning. */
type Holder = { pid: number; started: string; place: string };

const BEAT_MS = 1_000;
const BEATS_TO_WAIT = 6;

/** Creates DATA_DIR if it is missing and checks that it is writable. Throws a StartError that says what to do. */
export function prepareDataDirectory(directory: string): void {
  try {
    // Creates one level first. Where nothing can be created (/proc), the recursive form never returns.
    if (!existsSync(directory)) mkdirSync(directory, { recursive: !existsSync(dirname(directory)), mode: 0o700 });
    accessSync(directory, constants.W_OK | constants.R_OK | constants.X_OK);
    const probe = join(directory, `.probe-${randomBytes(6).toString("hex")}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new StartError(
      `DATA_DIR ${directory} can't be written to (${code}): choose another directory or change its owner`,
    );
  }
}

/**
 * Takes the lock that keeps other processes out: a second process on the same embedded database would silently destroy
 * rows. Replaces the lock of a process that has ended. A process of another machine or container cannot be seen from here,
 * so its lock counts as long as it changes: a holder touches its lock every second. Returns the function that releases the
 * lock.
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  const path = join(directory, "lock.json");
  const mine = JSON.stringify({ pid: process.pid, started: readProcess(process.pid)?.started ?? "", place: place() });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
      return keepLock(path, mine);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(path);
      if (holder && (await isAlive(holder, path)))
        throw new StartError(
          `DATA_DIR ${directory} is in use by process ${holder.pid} (${holder.place}): stop it, or set another DATA_DIR. If it isn't running, delete ${path}`,
        );
      rmSync(path, { force: true });
    }
  }
  throw new StartError(`DATA_DIR ${directory} is being claimed by another process: try again`);
}

/**
 * Touches the lock until it is released. Ends the process if the lock is another process's now, before rows are destroyed. A
 * disk that fails for a moment ends nothing.
 */
function keepLock(path: string, mine: string): () => void {
  const beat = setInterval(() => {
    const held = readText(path);
    if (held !== undefined && held !== mine) {
      process.stderr.write(`Upfunnel stops: ${path} now belongs to another process\n`);
      process.exit(1);
    }
    try {
      const now = new Date();
      utimesSync(path, now, now);
    } catch {}
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (readText(path) === mine) rmSync(path, { force: true });
  };
}

/** Undefined if the file cannot be read now. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readText(path) ?? "") as Holder;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.place === place()) return readProcess(holder.pid)?.started === holder.started;
  const touched = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const before = touched();
  await setTimeout(BEATS_TO_WAIT * BEAT_MS);
  return touched() !== before;
}

/** Where process ids have one meaning: the machine, and the container on it. */
function place(): string {
  const namespace = "/proc/self/ns/pid";
  return existsSync(namespace) ? `${hostname()} ${readlinkSync(namespace)}` : hostname();
}

/**
 * When a running process started, in kernel ticks: a process id may be used again, but this pair is not. Empty where the
 * system does not tell. Undefined for a process that has ended, even if its parent has not noticed.
 */
function readProcess(pid: number): { started: string } | undefined {
  if (!existsSync("/proc/self/stat")) return isSignalable(pid) ? { started: "" } : undefined;
  const [state = "Z", ...fields] = (readText(`/proc/${pid}/stat`) ?? "").replace(/^.*\) /s, "").split(" ");
  return ["Z", "X", ""].includes(state) ? undefined : { started: fields[18] ?? "" };
}

function isSignalable(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
