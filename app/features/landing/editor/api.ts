import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import { fullName } from "~/shared/display-name.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { loadBrandForPages } from "../lib/brand.ts";
import { daysUntilToday } from "../lib/days-until-today.ts";
import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";
import { loadPublishRequest, type PublishRequest } from "../lib/publish-requests.ts";
import { type VersionChanges, versionName } from "./version-name.ts";

export type LoadedPage = {
  id: string;
  draft: LandingDraft;
  revision: number;
  /** The revision that is live. Null when none is, or after a rollback. */
  publishedRevision: number | null;
  updatedAt: string;
  status: "draft" | "published";
  /** The published version, 0 before the first one. */
  version: number;
  /** The published slug. The draft may have a different one. */
  liveSlug: string;
  domain: string | null;
  accountName: string;
  /** The last request of a client to publish it. Null when no one asked. */
  request: PublishRequest | null;
};

/** The editor loads the page once when it opens. It refreshes the page itself, because a refetch must not replace the draft. */
export const pageQuery = (pageId: string) =>
  queryOptions({
    queryKey: queryKeys.landingPage(pageId),
    queryFn: () => loadPage(pageId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: "always",
  });

/** The draft and the published state of a page. Null when there is no such page. Throws ServiceError. */
export async function loadPage(pageId: string): Promise<LoadedPage | null> {
  if (!isUuid(pageId)) return null;
  const [stored, pages, request] = await Promise.all([
    runQuery((db) => db.from("landing_drafts").select("*").eq("page_id", pageId).maybeSingle()),
    rpc("list_landing_pages"),
    loadPublishRequest(pageId),
    loadBrandForPages(),
  ]);
  const page = pages.find(({ id }) => id === pageId);
  if (!stored || !page) return null;
  const live = page.version > 0 ? await liveSlugOf(pageId, page.version) : null;
  const { revision, published_revision, updated_at } = stored;
  return {
    id: pageId,
    draft: toDraft(stored),
    revision,
    publishedRevision: published_revision,
    updatedAt: updated_at,
    status: page.status,
    version: page.version,
    liveSlug: live ?? stored.slug,
    domain: page.domain_state === "live" || page.domain_state === "verified" ? page.domain : null,
    accountName: page.account_name,
    request,
  };
}

async function liveSlugOf(pageId: string, version: number): Promise<string | null> {
  const data = await runQuery((db) =>
    db.from("landing_page_versions").select("slug").eq("page_id", pageId).eq("number", version).maybeSingle(),
  );
  return data?.slug ?? null;
}

export type Version = {
  number: number;
  /** What changed with it. */
  name: string;
  publishedAt: string;
  /** Null when the system published it. */
  by: string | null;
  /** The version that this one restored. */
  rolledBackTo: number | null;
  /** The version that was live before; null for the first one. */
  before: number | null;
};

const MAX_VERSIONS = 200;

/** The versions of a page, newest first. */
export const versionsQuery = (pageId: string) =>
  queryOptions({ queryKey: queryKeys.landingVersions(pageId), queryFn: () => loadVersions(pageId) });

/** A published version. `account` is the slug of another account than the one that one works in. */
export const versionQuery = (pageId: string, number: number, account?: string) =>
  queryOptions({
    queryKey: [...queryKeys.landingVersions(pageId), number],
    queryFn: () => loadVersion(pageId, number, account),
    // A published version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

async function loadVersions(pageId: string): Promise<Version[]> {
  const [data, compared, tests] = await Promise.all([
    runQuery((db) =>
      db
        .from("landing_page_versions")
        .select("number, title, published_at, published_by, rolled_back_to")
        .eq("page_id", pageId)
        .order("number", { ascending: false })
        .limit(MAX_VERSIONS),
    ),
    rpc("landing_version_changes", { p_page_id: pageId }),
    runQuery((db) =>
      db
        .from("landing_tests")
        .select("stopped_at, winner_version, landing_test_variants(version, label)")
        .eq("page_id", pageId)
        .not("winner_version", "is", null),
    ),
  ]);
  const names = await loadUserNames(data.map(({ published_by }) => published_by));
  const changes = new Map<number, VersionChanges & { compared_with: number | null }>(
    compared.map(({ number, ...rest }) => [number, rest]),
  );
  // A test that rolls out a variant ends in the same moment.
  const rolledOut = (row: (typeof data)[number]) =>
    tests
      .find((test) => test.stopped_at === row.published_at && test.winner_version === row.rolled_back_to)
      ?.landing_test_variants.find(({ version }) => version === row.rolled_back_to)?.label;
  const nameOf = (row: (typeof data)[number]) => {
    const found = changes.get(row.number);
    if (!found) return row.title;
    return versionName(found, { number: row.number, rolledBackTo: row.rolled_back_to, variant: rolledOut(row) });
  };
  return data.map((row) => ({
    number: row.number,
    name: nameOf(row),
    publishedAt: row.published_at,
    by: row.published_by && (names.get(row.published_by) ?? "Someone"),
    rolledBackTo: row.rolled_back_to,
    before: changes.get(row.number)?.compared_with ?? null,
  }));
}

async function loadVersion(pageId: string, number: number, account?: string): Promise<LandingDraft | null> {
  const data = await runQuery(
    (db) => db.from("landing_page_versions").select("*").eq("page_id", pageId).eq("number", number).maybeSingle(),
    account,
  );
  return data && toDraft(data);
}

export type PreviewLink = {
  id: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  by: string | null;
};

/** The links to a page's draft, newest first. */
export const previewsQuery = (pageId: string) =>
  queryOptions({ queryKey: queryKeys.landingPreviews(pageId), queryFn: () => listPreviews(pageId) });

async function listPreviews(pageId: string): Promise<PreviewLink[]> {
  const data = await runQuery((db) =>
    db
      .from("landing_previews")
      .select("id, created_at, expires_at, revoked_at, created_by")
      .eq("page_id", pageId)
      .order("created_at", { ascending: false })
      .limit(50),
  );
  const names = await loadUserNames(data.map(({ created_by }) => created_by));
  return data.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    by: row.created_by && (names.get(row.created_by) ?? "Someone"),
  }));
}

/** Creates a preview link and returns its URL. No one can read the URL later. Throws ServiceError. */
export async function createPreview(pageId: string, hours: number, slug: string): Promise<string> {
  const token = await rpc("create_landing_preview", { p_page_id: pageId, p_hours: hours });
  return `${location.origin}/landing/${slug}?preview=${token}`;
}

export async function revokePreview(id: string): Promise<void> {
  await rpc("revoke_landing_preview", { p_preview_id: id });
}

export type PageDomain = {
  id: string;
  domain: string;
  token: string;
  state: "pending" | "verified" | "live" | "failed";
  /** Names the wrong record and its correct value. */
  problem: string | null;
  checkedAt: string | null;
};

/** The domain of a page, or null. */
export const domainQuery = (pageId: string) =>
  queryOptions({ queryKey: queryKeys.landingDomain(pageId), queryFn: () => loadDomain(pageId) });

async function loadDomain(pageId: string): Promise<PageDomain | null> {
  const data = await runQuery((db) =>
    db
      .from("landing_domains")
      .select("id, domain, token, state, problem, checked_at")
      .eq("page_id", pageId)
      .maybeSingle(),
  );
  return data && { ...data, checkedAt: data.checked_at };
}

/** Throws ServiceError, PT409 when the domain belongs to another page. */
export async function addDomain(pageId: string, domain: string): Promise<void> {
  await rpc("add_landing_domain", { p_page_id: pageId, p_domain: domain });
}

export async function removeDomain(id: string): Promise<void> {
  await rpc("remove_landing_domain", { p_domain_id: id });
}

/** Checks DNS now. The result is stored with the domain. Throws ServiceError. */
export async function checkDomain(id: string): Promise<void> {
  await callFunction("check-landing-domain", { domainId: id });
}

export type Figures = {
  key: string;
  views: number;
  visitors: number;
  submissions: number;
  /** Submissions per visitor. Null instead of zero when there are no visitors. */
  conversion: number | null;
};
export type Stats = { total: Figures; days: Figures[]; sources: Figures[]; versions: Figures[] };

const ZERO_FIGURES: Figures = { key: "all", views: 0, visitors: 0, submissions: 0, conversion: null };

/** The figures for the last `days` days, including today, in the agency's zone. */
export const statsQuery = (pageId: string, days: number) =>
  queryOptions({
    queryKey: queryKeys.landingStats(pageId, days),
    queryFn: () => loadStats(pageId, days),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

async function loadStats(pageId: string, days: number): Promise<Stats> {
  const { from, to } = await daysUntilToday(days);
  const rows = await rpc("landing_page_stats", { p_page_id: pageId, p_from: from, p_to: to });
  const of = (kind: string): Figures[] =>
    rows
      .filter(({ by }) => by === kind)
      .map((row) => ({ ...row, conversion: row.visitors > 0 ? row.conversion : null }));
  return { total: of("total")[0] ?? ZERO_FIGURES, days: of("day"), sources: of("source"), versions: of("version") };
}

export const slugOwnerQuery = (slug: string, pageId: string) =>
  queryOptions({
    queryKey: queryKeys.landingSlug(slug),
    queryFn: () => findSlugOwner(slug, pageId),
    staleTime: 5_000,
  });

/** The title of another page whose draft or published version has this slug. Null when the slug is free. */
async function findSlugOwner(slug: string, pageId: string): Promise<string | null> {
  const [drafts, pages] = await Promise.all([
    runQuery((db) => db.from("landing_drafts").select("title").eq("slug", slug).neq("page_id", pageId).limit(1)),
    runQuery((db) => db.from("landing_pages").select("title").eq("slug", slug).neq("id", pageId).limit(1)),
  ]);
  return drafts[0]?.title ?? pages[0]?.title ?? null;
}

/** Names by user id. */
async function loadUserNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Map();
  const data = await runQuery((db) => db.from("profiles").select("*").in("user_id", asked));
  return new Map(data.map((profile) => [profile.user_id, fullName(profile, undefined)]));
}
