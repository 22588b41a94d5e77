import { rpc, runQuery } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";

export type PageDomain = {
  id: string;
  domain: string;
  token: string;
  state: "pending" | "verified" | "live" | "failed";
  /** Which record is wrong, and what it should be. */
  problem: string | null;
  checkedAt: string | null;
};

/** The domain of a page; null: it has none. Throws ServiceError. */
export async function loadDomain(pageId: string): Promise<PageDomain | null> {
  const data = await runQuery((db) =>
    db
      .from("landing_domains")
      .select("id, domain, token, state, problem, checked_at")
      .eq("page_id", pageId)
      .maybeSingle(),
  );
  return data && { ...data, checkedAt: data.checked_at };
}

/** Throws ServiceError, PT409 when the domain is another page's. */
export async function addDomain(pageId: string, domain: string): Promise<void> {
  await rpc("add_landing_domain", { p_page_id: pageId, p_domain: domain });
}

/** It stops at once. Throws ServiceError. */
export async function removeDomain(id: string): Promise<void> {
  await rpc("remove_landing_domain", { p_domain_id: id });
}

/** Asks DNS now. What came of it stands in the domain. Throws ServiceError. */
export async function checkDomain(id: string): Promise<void> {
  await callFunction("check-landing-domain", { domainId: id });
}
