/** What one request needs, in milliseconds of a core: in the host's main thread, in its other threads, in the database. */
export type Cost = { main: number; threads: number; database: number };

/** A machine: how many hosts, how many cores the hosts have in common, and how many statements the database runs at a time. */
export type Machine = { hosts: number; hostCores: number; databaseCores: number };

export type Load = { cost: Cost; perSecond: number }[];

type Outcome = { mean: number; p50: number; p95: number; host: number; database: number };

/** Servers with one queue. A job starts at the first free server. */
class Station {
  readonly #freeAt: number[];
  busy = 0;

  constructor(servers: number) {
    this.#freeAt = new Array(Math.max(1, servers)).fill(0);
  }

  /** When a job that arrives now, in milliseconds, is done. */
  serve(now: number, ms: number): number {
    if (ms <= 0) return now;
    let first = 0;
    for (let at = 1; at < this.#freeAt.length; at++)
      if ((this.#freeAt[at] ?? 0) < (this.#freeAt[first] ?? 0)) first = at;
    const done = Math.max(now, this.#freeAt[first] ?? 0) + ms;
    this.#freeAt[first] = done;
    this.busy += ms;
    return done;
  }
}

/** The same random numbers in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Sends requests that arrive at random moments (exponential gaps) through three stations: the main thread of one of the hosts, the
 * other threads, the database. Returns the latency and how busy host and database are, from 0 to 1. A station that gets more
 * than it can do has a queue that grows until the end, so its latency only says that it is too much.
 */
export function simulateQueue(load: Load, machine: Machine, seconds = 120, seed = 1): Outcome {
  const random = randomFrom(seed);
  const total = load.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const mains = Array.from({ length: machine.hosts }, () => new Station(1));
  const threads = new Station(Math.max(1, machine.hostCores - machine.hosts));
  const database = new Station(machine.databaseCores);
  const latencies: number[] = [];
  const end = seconds * 1_000;
  for (let now = 0; ; ) {
    now += (-Math.log(1 - random()) / total) * 1_000;
    if (now > end) break;
    const { main, threads: other, database: statements } = pick(load, random() * total);
    const atHost = (mains[Math.floor(random() * mains.length)] as Station).serve(now, main);
    latencies.push(database.serve(threads.serve(atHost, other), statements) - now);
  }
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const busyHosts = mains.reduce((sum, { busy }) => sum + busy, 0) / (end * machine.hosts);
  const mean = latencies.reduce((sum, each) => sum + each, 0) / latencies.length;
  return {
    mean,
    p50: at(0.5),
    p95: at(0.95),
    host: busyHosts,
    database: database.busy / (end * machine.databaseCores),
  };
}

function pick(load: Load, point: number): Cost {
  let left = point;
  for (const { cost, perSecond } of load) {
    left -= perSecond;
    if (left <= 0) return cost;
  }
  return (load.at(-1) as Load[number]).cost;
}
