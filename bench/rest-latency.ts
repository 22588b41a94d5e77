import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { atLeast, atMost, type Measurement, percentile } from "./measurement.ts";
import { CONNECTIONS, loadLeads } from "./rest-load.ts";

const READS = 400;
const SIGN_INS = 16;

/** A select of 20 leads as a signed-in salesperson: alone, by 16 connections, and while 16 people sign in repeatedly. */
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
  const alone = await loadLeads(hostUrl, 1);
  const crowd16 = await loadLeads(hostUrl, CONNECTIONS);
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
    atMost("the same by one connection without a client, p50", alone.p50, 2.5, "ms", "embedded"),
    atLeast(
      `the same by ${CONNECTIONS} connections`,
      crowd16.perSecond,
      1_200,
      "requests/s",
      `embedded, ${crowd16.generator}`,
    ),
    atMost(`the same by ${CONNECTIONS} connections, p50`, crowd16.p50, 10, "ms", `p99 ${crowd16.p99.toFixed(1)} ms`),
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
