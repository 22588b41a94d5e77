import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { runQuery } from "~/shared/api.ts";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatClock } from "../../../../domain/format-date.ts";
import type { Role } from "../../../../domain/roles.ts";

const NAMES: Record<SystemPart, string> = {
  portal: "Portal and database",
  "sign-in": "Sign-in",
  data: "Your data",
  functions: "Payments and forms",
  mail: "Email",
};
const STATE_CHIPS: Record<PartStatus["state"], { tone: ChipTone; label: string }> = {
  works: { tone: "ok", label: "works" },
  look: { tone: "warn", label: "needs a look" },
  broken: { tone: "bad", label: "no answer" },
};

/** The current system status, as seen from this browser. */
export function SystemStatus({ role }: { role: Role | null }) {
  const asAdmin = role === "admin";
  const report = useQuery({
    queryKey: queryKeys.systemStatus(),
    queryFn: () => checkSystem(asAdmin),
    staleTime: 0,
    networkMode: "always",
  });
  const { data } = report;
  return (
    <Card role="region" aria-label="System status">
      <CardHeader>
        <CardTitle>System status</CardTitle>
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto"
          loading={report.isFetching}
          onClick={() => void report.refetch()}
        >
          <span>Check again</span>
        </Button>
      </CardHeader>
      {data ? <Report report={data} /> : <StatusSkeleton rows={asAdmin ? 5 : 4} />}
    </Card>
  );
}

function Report({ report: { parts, at } }: { report: SystemReport }) {
  const broken = parts.filter(({ state }) => state === "broken").length;
  return (
    <>
      <ul aria-label="Parts of the system" className="grid gap-2.5 px-4 pt-3.5 text-13">
        {parts.map(({ part, state, ms, note }) => (
          <li key={part} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              {NAMES[part]}
              {note && (
                <span className="block text-ink-3 text-xs">
                  {note}.{" "}
                  <Link asChild>
                    <RouterLink to="/settings?section=email-log">See which</RouterLink>
                  </Link>
                </span>
              )}
            </span>
            {state !== "broken" && <span className="num text-ink-3 text-xs">{ms} ms</span>}
            <Chip tone={STATE_CHIPS[state].tone}>{STATE_CHIPS[state].label}</Chip>
          </li>
        ))}
      </ul>
      <p role="status" className="px-4 pt-2.5 pb-3.5 text-ink-3 text-xs">
        {broken === 0 ? "Everything answers." : "A service isn't responding. Your data is safe. Try again in a minute."}{" "}
        Checked at {formatClock(at)}.
      </p>
    </>
  );
}

function StatusSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Checking the system" className="grid gap-2.5 px-4 py-3.5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={row} className="flex h-5 items-center justify-between">
          <Skeleton className="w-36" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  );
}

type SystemPart = "portal" | "sign-in" | "data" | "functions" | "mail";
/** 'look': it works but needs attention. `ms` is the response time. */
type PartStatus = { part: SystemPart; state: "works" | "look" | "broken"; ms: number; note?: string };
type SystemReport = { at: Date; parts: PartStatus[] };

const TIMEOUT_MS = 8_000;

/** Sends a small real request to each part of the system. Never throws: a failure is part of the report. */
async function checkSystem(withMail: boolean): Promise<SystemReport> {
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

/** Reads the user's own role rows, which checks the table API, the token and the policies. */
async function checkData(signal: AbortSignal): Promise<boolean> {
  await runQuery((db) => db.from("user_roles").select("role").limit(1).abortSignal(signal));
  return true;
}

/** The preflight of a function call. It reaches the functions runtime and has no effect. */
async function checkFunctions(signal: AbortSignal): Promise<boolean> {
  const { supabaseUrl } = await loadConfig();
  const address = joinUrl(supabaseUrl, "functions/v1/check-subscription");
  return (await fetch(address, { signal, method: "OPTIONS", cache: "no-store" })).ok;
}

async function checkMail(signal: AbortSignal): Promise<CheckResult> {
  const rows = await runQuery((db) =>
    db.rpc("search_email_log", { p_status: "failed", p_limit: 1 }).abortSignal(signal),
  );
  const failed = rows[0]?.total ?? 0;
  if (failed === 0) return { state: "works" };
  return { state: "look", note: failed === 1 ? "1 email failed" : `${failed} emails failed` };
}

function joinUrl(base: string, path: string): URL {
  return new URL(path, base.endsWith("/") ? base : `${base}/`);
}
