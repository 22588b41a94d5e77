import { callFunction } from "~/shared/call-function.ts";
import { probeFromBrowser } from "./probe-from-browser.ts";
import type { ClientDashboard } from "./search-dashboards.ts";

/** Words for what the server's check found; what is missing here is said by its status. */
const REASONS: Record<string, string> = {
  ok: "It answers and can be shown.",
  slow: "It answers, but slowly.",
  redirected: "It answers after a redirect. Store the address it leads to.",
  not_found: "The page does not exist or is not shared.",
  not_embeddable: "This page cannot be shown inside the portal.",
  private_address: "The address leads into a private network.",
  scheme: "Only https addresses can be checked.",
  credentials: "The address carries a user name or password.",
  port: "Only the usual https port can be checked.",
  too_many_redirects: "It redirects too often.",
  unknown_name: "This address doesn't resolve.",
  timeout: "It did not answer within 5 seconds.",
  connection: "It could not be reached.",
};

export type TestResult = { passed: boolean; text: string };

/**
 * Spec §7, Dashboard test: the browser's no-cors GET of the address decides. The server's check runs beside it, notes the
 * health, and its verdict is the text under the result.
 */
export async function testDashboard({ id, notion_database_url: address }: ClientDashboard): Promise<TestResult> {
  const [passed, verdict] = await Promise.all([
    probeFromBrowser(address),
    serverResult(id).catch(() => "The server could not check it. Try again in a moment."),
  ]);
  return { passed, text: passed ? verdict : `${failureText(address)} ${verdict}` };
}

async function serverResult(dashboardId: string): Promise<string> {
  const verdict = (await callFunction("check-dashboard", { dashboardId })) as { health: string; reason: string };
  return `Server check: ${verdict.health}. ${REASONS[verdict.reason] ?? statusText(verdict.reason)}`;
}

function failureText(address: string): string {
  return /^https:/i.test(address) ? "This browser can't reach it." : "The browser tests https addresses only.";
}

function statusText(reason: string): string {
  return `The page answered with status ${reason.replace("status_", "")}.`;
}
