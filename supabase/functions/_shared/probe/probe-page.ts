import { isFramingAllowed, type ProbeResult } from "../../../../domain/dashboard-health.ts";
import { notionEmbedUrl } from "../../../../domain/notion-embed.ts";
import { isPublicAddress } from "../../../../domain/public-address.ts";
import { type Network, network as realNetwork } from "./network.ts";

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 5_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Requests the page behind a dashboard's address, in the form that clients see. An admin typed the address, and a
 * redirect's target comes from a foreign server. So it requests only https on the usual port, without credentials, and
 * only public addresses. It connects to the exact address that was checked, so that a name cannot resolve differently
 * in between.
 */
export async function probePage(address: string, origin: string, network: Network = realNetwork): Promise<ProbeResult> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  let target = notionEmbedUrl(address) ?? address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url = URL.parse(target);
      const reason = url ? checkUrl(url) : "scheme";
      if (!url || reason) return { kind: "refused", reason: reason ?? "scheme" };
      const ip = await resolve(url.hostname, network, deadline);
      if (!ip) return { kind: "refused", reason: "private_address" };
      const { status, headers } = await network.head(url, ip, deadline);
      if (!REDIRECTS.has(status) || !headers.location) {
        const framable = isFramingAllowed(
          { frameOptions: headers.frameOptions, contentSecurityPolicy: headers.contentSecurityPolicy },
          origin,
        );
        return { kind: "answered", status, redirects, milliseconds: performance.now() - started, framable };
      }
      target = URL.parse(headers.location, url)?.href ?? "";
    }
    return { kind: "refused", reason: "too_many_redirects" };
  } catch (error) {
    if (deadline.aborted) return { kind: "unreachable", reason: "timeout" };
    const code = error instanceof Error && "code" in error ? error.code : "";
    return {
      kind: "unreachable",
      reason: code === "ENOTFOUND" || code === "EAI_AGAIN" ? "unknown_name" : "connection",
    };
  }
}

function checkUrl(url: URL): "scheme" | "credentials" | "port" | undefined {
  if (url.protocol !== "https:") return "scheme";
  if (url.username || url.password) return "credentials";
  return url.port === "" ? undefined : "port";
}

/** The address to connect to. Null if any of the name's addresses is not public. */
async function resolve(hostname: string, network: Network, deadline: AbortSignal): Promise<string | null> {
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : /^[\d.]+$/.test(hostname) ? hostname : null;
  const addresses = literal ? [literal] : await withTimeout(network.resolve(hostname), deadline);
  return addresses.every(isPublicAddress) ? (addresses[0] ?? null) : null;
}

/** A lookup cannot be canceled, but the caller stops waiting for it. */
function withTimeout<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  return new Promise((done, fail) => {
    deadline.addEventListener("abort", () => fail(deadline.reason), { once: true });
    work.then(done, fail);
  });
}
