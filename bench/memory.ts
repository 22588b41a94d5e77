import { readFileSync } from "node:fs";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { HostProcess } from "../tests/support/host-process.ts";
import { atMost, type Measurement } from "./measurement.ts";

const REQUESTS = 10_000;
const CONCURRENCY = 8;

/** The host's memory after ten thousand mixed requests, and the growth over the next ten thousand. */
export async function measureMemory(host: HostProcess): Promise<Measurement[]> {
  const config = (await (await fetch(`${host.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabasePublishableKey: string;
  };
  const client = createClient(config.supabaseUrl, config.supabasePublishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await client.auth.signInWithPassword({ email: "sales@example.com", password: "demo-password" });
  await makeRequests(host.url, client);
  const first = residentMegabytes(host);
  await makeRequests(host.url, client);
  const second = residentMegabytes(host);
  return [
    atMost("host memory after 10,000 requests", first, 350, "MB"),
    atMost("growth over the next 10,000", second - first, 40, "MB", "flat means within the garbage collector's noise"),
  ];
}

async function makeRequests(url: string, client: SupabaseClient): Promise<void> {
  const kinds = [
    () => fetch(`${url}/`).then((response) => response.arrayBuffer()),
    () => fetch(`${url}/nowhere-${Math.random()}`).then((response) => response.arrayBuffer()),
    () => fetch(`${url}/config.json`).then((response) => response.arrayBuffer()),
    async () => void (await client.from("leads").select("*").limit(20)),
  ];
  let left = REQUESTS;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await kinds[left & 3]?.();
    }),
  );
}

function residentMegabytes({ child }: HostProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
