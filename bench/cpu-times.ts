import { readdirSync, readFileSync } from "node:fs";
import type { HostProcess } from "../tests/support/host-process.ts";

const TICK_MS = 10;

/** CPU milliseconds: of the host's main thread, of its other threads, and of its database, embedded or not. */
export type CpuTimes = { main: number; threads: number; database: number };

/** What a host and its PostgreSQL at this port, if it has one, have used so far. */
export function readCpuTimes({ child }: HostProcess, port: string | undefined): CpuTimes {
  const tasks = `/proc/${child.pid}/task`;
  const times = readdirSync(tasks).map((id) => ({
    id,
    name: readText(`${tasks}/${id}/comm`).trim(),
    ms: ticks(`${tasks}/${id}/stat`),
  }));
  const sum = (isWanted: (time: (typeof times)[number]) => boolean) =>
    times.filter(isWanted).reduce((total, { ms }) => total + ms, 0);
  const main = sum(({ id }) => id === String(child.pid));
  // Node's name for a worker. The host's only worker is the embedded database.
  const worker = sum(({ name }) => name === "WorkerThread");
  return { main, threads: sum(() => true) - main - worker, database: worker + (port ? postgresMs(port) : 0) };
}

/** The server with this port and its backends. */
function postgresMs(port: string): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  // The shell that guards the server has the same arguments.
  const parent = ids.find(
    (id) =>
      readText(`/proc/${id}/comm`).trim() === "postgres" && readText(`/proc/${id}/cmdline`).includes(`-p\0${port}\0`),
  );
  if (!parent) throw new Error(`No PostgreSQL listens on ${port}`);
  const isBackend = (id: string) => statOf(`/proc/${id}/stat`)[1] === parent;
  return ids.filter((id) => id === parent || isBackend(id)).reduce((total, id) => total + ticks(`/proc/${id}/stat`), 0);
}

function ticks(path: string): number {
  const fields = statOf(path);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** The fields after the name, which may have spaces. */
const statOf = (path: string) =>
  readText(path)
    .replace(/^.*\) /s, "")
    .split(" ");

/** Empty for a process that has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
