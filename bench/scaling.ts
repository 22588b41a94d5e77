import type { SupabaseClient } from "@supabase/supabase-js";
import { type HostProcess, startHostProcess } from "../tests/support/host-process.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { apiClient, signedInClient } from "../tests/support/session.ts";
import { type CpuTimes, readCpuTimes } from "./cpu-times.ts";
import type { Measurement } from "./measurement.ts";
import { type Cost, type Load, type Machine, simulateQueue } from "./simulate-queue.ts";

const WARM_UP = 150;
const REQUESTS = 400;
const SIGN_INS = 40;

type Kind = "page" | "read" | "board" | "write" | "sign-in";
type Costs = Record<Kind, Cost>;
/** A host, and the port of its PostgreSQL if it has one. */
type Measured = { host: HostProcess; port: string | undefined };

/**
 * An agency in its busiest hour: ten sales reps and forty clients at work, and a campaign that brings visitors. Requests per
 * second.
 */
const AGENCY: Record<Kind, number> = { page: 2, read: 4, board: 0.3, write: 0.4, "sign-in": 0.01 };
const AGENCIES = [1, 10, 100];
const MACHINES: [string, "embedded" | "postgres", Machine][] = [
  ["embedded, 2 cores", "embedded", { hosts: 1, hostCores: 2, databaseCores: 1 }],
  ["one host and PostgreSQL, 2 cores", "postgres", { hosts: 1, hostCores: 2, databaseCores: 1 }],
  ["one host, PostgreSQL with 4 cores", "postgres", { hosts: 1, hostCores: 4, databaseCores: 4 }],
  ["four hosts, PostgreSQL with 8 cores", "postgres", { hosts: 4, hostCores: 8, databaseCores: 8 }],
  ["eight hosts, PostgreSQL with 16 cores", "postgres", { hosts: 8, hostCores: 16, databaseCores: 16 }],
];

/** Measures what requests cost here, then simulates 1, 10 and 100 agencies with these costs on machines of several sizes. */
export async function measureScaling(): Promise<Measurement[]> {
  const costs = { embedded: await costsOf({}), postgres: await costsOnPostgres() };
  return [
    checkSimulation(),
    ...Object.entries(costs).flatMap(([mode, measured]) =>
      Object.entries(measured ?? {}).map(([kind, cost]) => describeCost(mode, kind, cost)),
    ),
    ...MACHINES.flatMap(([name, mode, machine]) => {
      const measured = costs[mode];
      return measured ? AGENCIES.map((agencies) => describeLoad(name, agencies, machine, measured)) : [];
    }),
  ];
}

const fact = (what: string, measured: string, note: string): Measurement => ({
  what,
  measured,
  target: "",
  kept: undefined,
  note,
});
const round = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function describeCost(mode: string, kind: string, { main, threads, database }: Cost): Measurement {
  const parts = `main thread ${main.toFixed(2)}, other threads ${threads.toFixed(2)}, database ${database.toFixed(2)}`;
  return fact(`cost of one ${kind}, ${mode}`, `${(main + threads + database).toFixed(2)} ms`, parts);
}

function describeLoad(name: string, agencies: number, machine: Machine, costs: Costs): Measurement {
  const load: Load = Object.entries(AGENCY).map(([kind, perSecond]) => ({
    cost: costs[kind as Kind],
    perSecond: perSecond * agencies,
  }));
  const { p50, p95, host, database } = simulateQueue(load, machine);
  const isTooMuch = host > 0.95 || database > 0.95;
  const busy = `host ${Math.round(host * 100)} %, database ${Math.round(database * 100)} % busy`;
  return fact(`${name}: ${agencies}`, isTooMuch ? "too much" : `p50 ${round(p50)}, p95 ${round(p95)} ms`, busy);
}

/** A queue with a known answer: at half load, jobs of a constant length wait half of that length on average (M/D/1). */
function checkSimulation(): Measurement {
  const cost = { main: 10, threads: 0, database: 0 };
  const { mean } = simulateQueue([{ cost, perSecond: 50 }], { hosts: 1, hostCores: 2, databaseCores: 1 }, 2_000);
  return {
    what: "the simulation of a queue with a known answer",
    measured: `${mean.toFixed(2)} ms`,
    target: "15 ± 0.5 ms",
    kept: Math.abs(mean - 15) <= 0.5,
  };
}

async function costsOnPostgres(): Promise<Costs | undefined> {
  const server = await startPostgresServer();
  if (!server) return undefined;
  try {
    return await costsOf({ DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function costsOf(variables: { DATABASE_URL?: string }): Promise<Costs> {
  const host = await startHostProcess({ ...variables, RATE_LIMIT_SCALE: "0", SLOW_STATEMENT_MS: "0" });
  try {
    const port = variables.DATABASE_URL ? new URL(variables.DATABASE_URL).port : undefined;
    return await measureKinds({ host, port });
  } finally {
    await host.dispose();
  }
}

async function measureKinds(measured: Measured): Promise<Costs> {
  const { url } = measured.host;
  const { client } = await signedInClient(url, "sales@example.com");
  const anonymous = await apiClient(url);
  const { data: lead } = await client.from("leads").select("id").limit(1).single();
  const read = () => client.from("leads").select("*").order("created_at", { ascending: false }).limit(20);
  const board = () => (client as unknown as SupabaseClient).rpc("crm_board");
  const dueAt = new Date().toISOString();
  const write = () =>
    client.from("lead_tasks").insert({ lead_id: lead?.id ?? "", title: "Call", kind: "call", due_at: dueAt });
  const account = { email: "client@example.com", password: "demo-password" };
  return {
    page: await costOf(measured, () => fetch(`${url}/`).then((response) => response.arrayBuffer()), REQUESTS),
    read: await costOf(measured, succeeding(read), REQUESTS),
    board: await costOf(measured, succeeding(board), REQUESTS / 4),
    write: await costOf(measured, succeeding(write), REQUESTS / 2),
    "sign-in": await costOf(
      measured,
      succeeding(() => anonymous.auth.signInWithPassword(account)),
      SIGN_INS,
    ),
  };
}

/** A refused request would look cheap. */
const succeeding = (send: () => PromiseLike<{ error: { message: string } | null }>) => async () => {
  const { error } = await send();
  if (error) throw new Error(error.message);
};

/** CPU time, not waiting: other programs on the machine hardly change it. */
async function costOf({ host, port }: Measured, send: () => PromiseLike<unknown>, requests: number): Promise<Cost> {
  for (let sent = 0; sent < Math.min(WARM_UP, requests); sent++) await send();
  const before = readCpuTimes(host, port);
  for (let sent = 0; sent < requests; sent++) await send();
  const after = readCpuTimes(host, port);
  const each = (part: keyof CpuTimes) => (after[part] - before[part]) / requests;
  return { main: each("main"), threads: each("threads"), database: each("database") };
}
