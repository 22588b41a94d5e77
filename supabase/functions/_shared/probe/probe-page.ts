import { isFramingAllowed, type ProbeResult } from "../../../../domain/dashboard-health.ts";
import { notionEmbedUrl } from "../../../../domain/notion-embed.ts";
import { type Network, network as realNetwork } from "./network.ts";
import { MAX_REDIRECTS, publicAddressOf, REDIRECTS, urlProblem } from "./public-address.ts";

const TIMEOUT_MS = 5_000;

/**
 * Requests the page behind a dashboard's address, in the form that clients see. An admin typed the address, and a
 * redirect's target comes from a foreign server.
 */
export async function probePage(address: string, origin: string, network: Network = realNetwork): Promise<ProbeResult> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  let target = notionEmbedUrl(address) ?? address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url = URL.parse(target);
      const reason = urlProblem(url);
      if (!url || reason) return { kind: "refused", reason: reason ?? "scheme" };
      const ip = await publicAddressOf(url.hostname, network.resolve, deadline);
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
