import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { signedInClient } from "../tests/support/session.ts";

export const CONNECTIONS = 16;
const SECONDS = 8;
const PATH = "/rest/v1/leads?select=*&order=created_at.desc&limit=20";

/** The latencies are in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number; generator: string };

const run = promisify(execFile);

/** Reads 20 leads as a signed-in salesperson, again and again over each connection. */
export async function loadLeads(hostUrl: string, connections: number): Promise<Load> {
  const { client, session } = await signedInClient(hostUrl, "sales@example.com");
  const { supabasePublishableKey } = (await (await fetch(`${hostUrl}/config.json`)).json()) as {
    supabasePublishableKey: string;
  };
  const headers = { apikey: supabasePublishableKey, Authorization: `Bearer ${session.access_token}` };
  const { length } = (await (await fetch(hostUrl + PATH, { headers })).json()) as unknown[];
  if (length !== 20) throw new Error(`${length} leads in place of 20`);
  await load(hostUrl + PATH, headers, connections, 2);
  const measured = await load(hostUrl + PATH, headers, connections, SECONDS);
  await client.auth.signOut({ scope: "local" });
  return measured;
}

const hasWrk = spawnSync("wrk", ["-v"], { stdio: "ignore" }).error === undefined;

async function load(url: string, headers: Record<string, string>, connections: number, seconds: number): Promise<Load> {
  if (hasWrk) {
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const { stdout } = await run("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...given, url]);
    if (/Non-2xx/.test(stdout)) throw new Error(stdout);
    const latency = (share: number) => milliseconds(new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout));
    const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
    return { perSecond, p50: latency(50), p99: latency(99), generator: "wrk" };
  }
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const options = ["-j", "-n", "-c", String(connections), "-d", String(seconds), ...given, url];
  const { stdout } = await run(process.execPath, ["node_modules/autocannon/autocannon.js", ...options]);
  const { requests, latency, non2xx } = JSON.parse(stdout);
  if (non2xx > 0) throw new Error(`${non2xx} requests failed`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, generator: "autocannon" };
}

function milliseconds(found: RegExpExecArray | null): number {
  const scale: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
  return Number(found?.[1]) * (scale[found?.[2] ?? ""] ?? Number.NaN);
}
