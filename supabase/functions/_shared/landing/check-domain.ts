import { evaluateDomain, ownershipRecord } from "../../../../domain/landing/evaluate-domain.ts";
import { isIpAddress } from "../../../../domain/landing/ip-address.ts";
import type { FunctionDeps } from "../deps.ts";

export type CheckedDomain = {
  state: "pending" | "verified" | "live" | "failed";
  problem: string | null;
  record: { name: string; value: string };
};

/**
 * Checks a domain's DNS records and stores the result. Null if the domain was removed. Throws if the database does not
 * answer.
 */
export async function checkDomain(deps: FunctionDeps, domainId: string): Promise<CheckedDomain | null> {
  const { data: held, error } = await deps.service
    .from("landing_domains")
    .select("domain, token")
    .eq("id", domainId)
    .maybeSingle();
  if (error) throw new Error(`landing_domains: ${error.message}`);
  if (!held) return null;
  const { domain, token } = held;
  const record = ownershipRecord(domain, token);
  const siteHost = new URL(deps.siteUrl).hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const [txt, addresses, cname, siteAddresses] = await Promise.all([
    answered(deps.resolveDns(record.name, "TXT")),
    addressesOf(deps, domain),
    answered(deps.resolveDns(domain, "CNAME")),
    isIpAddress(siteHost) ? [siteHost] : addressesOf(deps, siteHost),
  ]);
  const verdict = evaluateDomain({ domain, token, txt, addresses, cname: cname ?? [], siteHost, siteAddresses });
  const noted = await deps.service.rpc("record_landing_domain_check", {
    p_domain_id: domainId,
    p_txt: verdict.txt,
    p_points_here: verdict.pointsHere as boolean,
    p_problem: verdict.problem as string,
  });
  if (noted.error) throw new Error(`record_landing_domain_check: ${noted.error.message}`);
  return noted.data ? { state: noted.data, problem: verdict.problem, record } : null;
}

/** Null means that no server answered, which says nothing about the domain. */
function answered(asked: Promise<string[]>): Promise<string[] | null> {
  return asked.catch(() => null);
}

async function addressesOf(deps: FunctionDeps, name: string): Promise<string[] | null> {
  const [four, six] = await Promise.all([
    answered(deps.resolveDns(name, "A")),
    answered(deps.resolveDns(name, "AAAA")),
  ]);
  return four || six ? [...(four ?? []), ...(six ?? [])] : null;
}
