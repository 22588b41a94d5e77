import { Resolver } from "node:dns/promises";
import type { ResolveDns } from "../../supabase/functions/_shared/landing/resolve-dns.ts";

const NO_RECORD_CODES = new Set(["ENODATA", "ENOTFOUND"]);

/** This host's DNS resolver. It uses the machine's servers, or DNS_SERVER. */
export function createResolver(server?: string | undefined): ResolveDns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (server) resolver.setServers([server]);
  return async (name, type) => {
    try {
      if (type === "TXT") return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      if (type === "A") return await resolver.resolve4(name);
      if (type === "AAAA") return await resolver.resolve6(name);
      return await resolver.resolveCname(name);
    } catch (error) {
      if (NO_RECORD_CODES.has((error as NodeJS.ErrnoException).code ?? "")) return [];
      throw error;
    }
  };
}
