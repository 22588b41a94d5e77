import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const READS = 400;
const SIGN_INS = 16;
const CONNECTIONS = 16;

/** A select of 20 rows as a signed-in salesperson: alone, and while sixteen people sign in at once repeatedly. */
export async function measureRestLatency(hostUrl: string): Promise<Measurement[]> {
  const config = (await (await fetch(`${hostUrl}/config.json`)).json()) as {
    supabaseUrl: string;
    supabasePublishableKey: string;
  };
  const connect = () =>
    createClient(config.supabaseUrl, config.supabasePublishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const client = connect();
  await signIn(client);
  const quiet = await readTimes(client, () => true);
  const crowded = await crowdedReadTimes(hostUrl, config.supabasePublishableKey, client);
  let signingIn = true;
  let rounds = 0;
  const crowd = (async () => {
    while (signingIn) {
      await Promise.all(Array.from({ length: SIGN_INS }, () => signIn(connect())));
      rounds += 1;
    }
  })();
  const busy = await readTimes(client, () => rounds >= 3);
  signingIn = false;
  await crowd;
  return [
    atMost(
      "select of 20 rows through /rest/v1, p50",
      percentile(quiet, 0.5),
      10,
      "ms",
      `p95 ${percentile(quiet, 0.95).toFixed(1)} ms`,
    ),
    atMost(
      `the same with ${CONNECTIONS} connections, p50`,
      percentile(crowded, 0.5),
      10,
      "ms",
      `p95 ${percentile(crowded, 0.95).toFixed(1)} ms`,
    ),
    atMost(
      "the same while 16 people sign in at once, p50",
      percentile(busy, 0.5),
      20,
      "ms",
      `p95 ${percentile(busy, 0.95).toFixed(1)} ms`,
    ),
  ];
}

async function signIn(client: SupabaseClient): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email: "sales@example.com", password: "demo-password" });
  if (error) throw error;
}

/** The same query over many connections at once. Each connection sends the next request after its response. */
async function crowdedReadTimes(hostUrl: string, apikey: string, client: SupabaseClient): Promise<number[]> {
  const { data } = await client.auth.getSession();
  const headers = { apikey, Authorization: `Bearer ${data.session?.access_token}` };
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let read = 0; read < READS / 4; read += 1) {
        const started = performance.now();
        const response = await fetch(`${hostUrl}/rest/v1/leads?select=*&order=created_at.desc&limit=20`, { headers });
        if (((await response.json()) as unknown[]).length !== 20) throw new Error(`Status ${response.status}`);
        times.push(performance.now() - started);
      }
    }),
  );
  return times.slice(20 * CONNECTIONS);
}

async function readTimes(client: SupabaseClient, enough: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < READS || !enough()) {
    const started = performance.now();
    const { data, error } = await client.from("leads").select("*").order("created_at", { ascending: false }).limit(20);
    if (error || data?.length !== 20) throw new Error(error?.message ?? `${data?.length} rows`);
    times.push(performance.now() - started);
  }
  return times.slice(20);
}
