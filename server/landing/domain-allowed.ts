import type { Backend } from "../backend/backend.ts";
import { createIsWwwVariant } from "./own-host.ts";

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;
const KEEP_MS = 30_000;
const MAX_KEPT = 1_000;

/**
 * Whether the proxy in front may get a certificate for a domain: for the product's own name, and for the verified domains of
 * landing pages. Answers are kept for half a minute, because anyone may cause such questions. Throws while the database is away.
 */
export function createDomainCheck(
  siteUrl: string,
  { service }: Pick<Backend, "service">,
  now = () => performance.now(),
): (domain: string) => Promise<boolean> {
  const own = new URL(siteUrl).hostname.toLowerCase();
  const isWwwVariant = createIsWwwVariant(siteUrl);
  const kept = new Map<string, { isAllowed: boolean; at: number }>();
  return async (given) => {
    const domain = given.slice(0, 300).toLowerCase();
    if (domain === own || isWwwVariant(domain)) return true;
    if (!DOMAIN.test(domain)) return false;
    const known = kept.get(domain);
    if (known && now() - known.at < KEEP_MS) return known.isAllowed;
    const { data, error } = await service
      .from("landing_domains")
      .select("id")
      .eq("domain", domain)
      .in("state", ["verified", "live"])
      .limit(1);
    if (error) throw new Error(`landing_domains: ${error.message}`);
    const isAllowed = data.length > 0;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(domain, { isAllowed, at: now() });
    return isAllowed;
  };
}
