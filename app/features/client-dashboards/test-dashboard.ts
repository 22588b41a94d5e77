import { callFunction } from "~/shared/call-function.ts";
import { loadConfig } from "~/shared/config.ts";
import { samplePagePath } from "../../../domain/notion-embed.ts";
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
  unknown_name: "Nobody has this address.",
  timeout: "It did not answer within 5 seconds.",
  connection: "It could not be reached.",
};

export type TestResult = { passed: boolean; text: string | undefined };

/**
 * Spec §7, Dashboard test: a no-cors GET of the dashboard's address from this browser, and a check by the server, which notes
 * the health. Throws when the server could not check.
 */
export async function testDashboard({ id, notion_database_url: address }: ClientDashboard): Promise<TestResult> {
  const [reached, verdict] = await Promise.all([
    isReachedFromHere(address),
    callFunction("check-dashboard", { dashboardId: id }) as Promise<{ health: string; reason: string }>,
  ]);
  if (verdict.health === "error") return { passed: false, text: REASONS[verdict.reason] ?? statusText(verdict.reason) };
  if (!reached) return { passed: false, text: "The server reaches it, this browser does not." };
  return { passed: true, text: REASONS[verdict.reason] };
}

async function isReachedFromHere(address: string): Promise<boolean> {
  const { demo } = await loadConfig();
  try {
    await fetch((demo && samplePagePath(address)) || address, {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(8_000),
    });
    return true;
  } catch {
    return false;
  }
}

function statusText(reason: string): string {
  return `The page answered with status ${reason.replace("status_", "")}.`;
}
