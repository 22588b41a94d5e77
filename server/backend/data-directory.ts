import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "../environment/environment.ts";

type Holder = { pid: number; started: string; host: string };

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
 * rows. Replaces a lock that a killed process left. Returns the function that releases the lock.
 */
export function lockDataDirectory(directory: string): () => void {
  const path = join(directory, "lock.json");
  const mine: Holder = { pid: process.pid, started: processStart(process.pid), host: hostname() };
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(path);
      if (holder && isAlive(holder))
        throw new StartError(
          `DATA_DIR ${directory} is in use by process ${holder.pid}${holder.host === mine.host ? "" : ` on ${holder.host}`}: stop it, or set another DATA_DIR`,
        );
      rmSync(path, { force: true });
    }
  }
  throw new StartError(`DATA_DIR ${directory} is being claimed by another process: try again`);
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  // Processes of another machine are not visible here, so its lock is trusted.
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return processStart(holder.pid) === holder.started;
}

/** When a process started, in kernel ticks. A process id may be reused, but this pair never is. */
function processStart(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return "";
  try {
    const fields = readFileSync(stat, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return fields[19] ?? "";
  } catch {
    return "";
  }
}
