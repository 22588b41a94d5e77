import { loadConfig } from "~/shared/config.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type SystemPart = "portal" | "sign-in" | "data" | "functions" | "mail";
/** What a part answered: it works, it works with something to look at, or it does not. `ms` is how long it took. */
export type PartStatus = { part: SystemPart; state: "works" | "look" | "broken"; ms: number; note?: string };
export type SystemReport = { at: Date; parts: PartStatus[] };

const TIMEOUT_MS = 8_000;

/** Asks each part of the system something small and real. A part that fails is part of the answer; this never throws. */
export async function checkSystem(withMail: boolean): Promise<SystemReport> {
  const checks: Promise<PartStatus>[] = [
    measure("portal", checkPortal),
    measure("sign-in", checkAuth),
    measure("data", checkData),
    measure("functions", checkFunctions),
  ];
  if (withMail) checks.push(measure("mail", checkMail));
  return { at: new Date(), parts: await Promise.all(checks) };
}

type CheckResult = { state: "works" | "look"; note?: string } | boolean;

async function measure(part: SystemPart, check: (signal: AbortSignal) => Promise<CheckResult>): Promise<PartStatus> {
  const began = performance.now();
  const answer = await check(AbortSignal.timeout(TIMEOUT_MS)).catch(() => false);
  const ms = Math.round(performance.now() - began);
  if (typeof answer === "object") return { part, ms, ...answer };
  return { part, ms, state: answer ? "works" : "broken" };
}

async function checkPortal(signal: AbortSignal): Promise<boolean> {
  return (await fetch("/readyz", { signal, cache: "no-store" })).ok;
}

async function checkAuth(signal: AbortSignal): Promise<boolean> {
  const { supabaseUrl, supabasePublishableKey } = await loadConfig();
  const headers = { apikey: supabasePublishableKey };
  return (await fetch(joinUrl(supabaseUrl, "auth/v1/health"), { signal, headers, cache: "no-store" })).ok;
}

/** The signed-in person's own role rows: the table API, the token and the policies in one question. */
async function checkData(signal: AbortSignal): Promise<boolean> {
  const supabase = await getSupabase();
  const { error } = await supabase.from("user_roles").select("role").limit(1).abortSignal(signal);
  return !error;
}

/** What a browser asks before it calls a function; it reaches the function's runtime and does nothing. */
async function checkFunctions(signal: AbortSignal): Promise<boolean> {
  const { supabaseUrl } = await loadConfig();
  const address = joinUrl(supabaseUrl, "functions/v1/check-subscription");
  return (await fetch(address, { signal, method: "OPTIONS", cache: "no-store" })).ok;
}

async function checkMail(signal: AbortSignal): Promise<CheckResult> {
  const supabase = await getSupabase();
  const query = supabase.rpc("search_email_log", { p_status: "failed", p_limit: 1 });
  const { data, error } = await query.abortSignal(signal);
  if (error) return false;
  const failed = data[0]?.total ?? 0;
  if (failed === 0) return { state: "works" };
  return { state: "look", note: failed === 1 ? "1 e-mail failed" : `${failed} e-mails failed` };
}

function joinUrl(base: string, path: string): URL {
  return new URL(path, base.endsWith("/") ? base : `${base}/`);
}
