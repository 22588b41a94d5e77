export type DashboardHealth = "healthy" | "warning" | "error" | "unknown";

/** How the page behind a dashboard's address responded to our server. */
export type ProbeResult =
  | { kind: "answered"; status: number; redirects: number; milliseconds: number; framable: boolean }
  /** We sent no request, because a server must not request this address, or one it redirects to, for someone else. */
  | { kind: "refused"; reason: "scheme" | "credentials" | "port" | "private_address" | "too_many_redirects" }
  | { kind: "unreachable"; reason: "unknown_name" | "timeout" | "connection" };

export type HealthResult = { health: DashboardHealth; reason: string };

/** Above this, a client notices the wait for the dashboard. */
const SLOW_MS = 2_500;

/** Reachable and embeddable is healthy. Slow or redirected is a warning. Unreachable or refused is an error. */
export function evaluateDashboard(answer: ProbeResult, hasEmbedForm: boolean): HealthResult {
  if (answer.kind !== "answered") return { health: "error", reason: answer.reason };
  const { status, redirects, milliseconds, framable } = answer;
  if (status < 200 || status > 299)
    return { health: "error", reason: status === 404 ? "not_found" : `status_${status}` };
  if (!hasEmbedForm || !framable) return { health: "error", reason: "not_embeddable" };
  if (redirects > 0) return { health: "warning", reason: "redirected" };
  if (milliseconds > SLOW_MS) return { health: "warning", reason: "slow" };
  return { health: "healthy", reason: "ok" };
}

/** Whether a page's headers allow the portal at `origin` to show it in a frame. */
export function isFramingAllowed(
  headers: { frameOptions: string | null; contentSecurityPolicy: string | null },
  origin: string,
): boolean {
  const directive = (headers.contentSecurityPolicy ?? "")
    .split(/[;,]/)
    .map((each) => each.trim().toLowerCase().split(/\s+/))
    .find(([name]) => name === "frame-ancestors");
  // If both headers are set, frame-ancestors decides.
  if (directive)
    return directive
      .slice(1)
      .some((source) => source === "*" || source === "https:" || source === origin.toLowerCase());
  return !/^(deny|sameorigin)/i.test(headers.frameOptions?.trim() ?? "");
}
