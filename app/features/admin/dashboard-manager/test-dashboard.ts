import { callFunction } from "~/shared/call-function.ts";
import { loadConfig } from "~/shared/config.ts";
import * as z from "~/shared/schema.ts";
import { samplePagePath } from "../../../../domain/notion-embed.ts";
import type { ClientDashboard } from "./api.ts";

/** Reasons from the server's check. Any other reason is an HTTP status. */
const REASONS: Record<string, string> = {
  ok: "The page works and can be embedded.",
  slow: "The page works but is slow.",
  redirected: "The URL redirects. Save the final URL instead.",
  not_found: "The page doesn't exist or isn't shared.",
  not_embeddable: "This page can't be embedded in the portal.",
  private_address: "The URL points to a private network.",
  scheme: "Only https URLs can be checked.",
  credentials: "The URL contains a username or password.",
  port: "Only the standard https port can be checked.",
  too_many_redirects: "The URL redirects too many times.",
  unknown_name: "This domain doesn't resolve.",
  timeout: "The page didn't respond within 5 seconds.",
  connection: "The page couldn't be reached.",
};

const answer = z.object({ health: z.string(), reason: z.string() });

type TestResult = { passed: boolean; text: string };

/**
 * Spec §7, Dashboard test: the browser's no-cors GET of the address decides. The server's check runs in parallel and records the
 * health. Its result is the text below.
 */
export async function testDashboard({ id, notion_database_url: address }: ClientDashboard): Promise<TestResult> {
  const [passed, verdict] = await Promise.all([
    probeFromBrowser(address),
    serverResult(id).catch(() => "The server couldn't check the page. Try again in a moment."),
  ]);
  return { passed, text: passed ? verdict : `${failureText(address)} ${verdict}` };
}

async function serverResult(dashboardId: string): Promise<string> {
  const verdict = z.parse(answer, await callFunction("check-dashboard", { dashboardId }));
  return `Server check: ${verdict.health}. ${REASONS[verdict.reason] ?? statusText(verdict.reason)}`;
}

function failureText(address: string): string {
  return /^https:/i.test(address) ? "Your browser can't reach the page." : "Your browser can only test https URLs.";
}

function statusText(reason: string): string {
  return `The page returned status ${reason.replace("status_", "")}.`;
}

/** The frame times out after 8 s; the remaining time is for loading it. */
const TIMEOUT_MS = 12_000;

/**
 * The dashboard test of spec §7: whether a no-cors GET of the address from this browser gets a response. A frame sends it,
 * because its policy allows any https address and the portal's policy does not. The demo's sample pages are on our own host.
 */
async function probeFromBrowser(address: string): Promise<boolean> {
  const { demo } = await loadConfig();
  const sample = demo && samplePagePath(address);
  if (!sample) return URL.canParse(address) && new URL(address).protocol === "https:" && (await probeUrl(address));
  const options = { mode: "no-cors", credentials: "omit", cache: "no-store" } as const;
  return fetch(sample, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );
}

function probeUrl(address: string): Promise<boolean> {
  const frame = document.createElement("iframe");
  const control = new AbortController();
  return new Promise<boolean>((answer) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      // The frame has an opaque origin, so no target origin can be given.
      if (data?.probe === "ready") frame.contentWindow?.postMessage({ probe: address }, "*");
      else if (typeof data?.probed === "boolean") answer(data.probed);
    };
    addEventListener("message", listen, { signal: control.signal });
    const timer = setTimeout(() => answer(false), TIMEOUT_MS);
    control.signal.addEventListener("abort", () => clearTimeout(timer));
    frame.src = "/dashboard-probe";
    frame.hidden = true;
    frame.title = "Dashboard test";
    document.body.append(frame);
  }).finally(() => {
    control.abort();
    frame.remove();
  });
}
