import { rpc, runQuery } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import { fullName } from "~/shared/display-name.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";

export type LoadedPage = {
  id: string;
  draft: LandingDraft;
  revision: number;
  /** The revision that is live; null when none is, or it was rolled back to. */
  publishedRevision: number | null;
  updatedAt: string;
  status: "draft" | "published";
  /** The number of what is served; 0 while it was never published. */
  version: number;
  /** Its address now, which the draft may be about to change. */
  liveSlug: string;
  domain: string | null;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A page as it is written and as it is served. Null: there is none. Throws ServiceError. */
export async function loadPage(pageId: string): Promise<LoadedPage | null> {
  if (!UUID.test(pageId)) return null;
  const supabase = await getSupabase();
  const [stored, listed] = await Promise.all([
    supabase.from("landing_drafts").select("*").eq("page_id", pageId).maybeSingle(),
    supabase.rpc("list_landing_pages"),
  ]);
  if (stored.error) throw toServiceError(stored.error, "/rest/v1/landing_drafts", stored.status);
  if (listed.error) throw toServiceError(listed.error, "/rest/v1/rpc/list_landing_pages", listed.status);
  const page = listed.data.find(({ id }) => id === pageId);
  if (!stored.data || !page) return null;
  const live = page.version > 0 ? await liveSlugOf(pageId, page.version) : null;
  const { revision, published_revision, updated_at } = stored.data;
  return {
    id: pageId,
    draft: toDraft(stored.data),
    revision,
    publishedRevision: published_revision,
    updatedAt: updated_at,
    status: page.status,
    version: page.version,
    liveSlug: live ?? stored.data.slug,
    domain: page.domain_state === "live" || page.domain_state === "verified" ? page.domain : null,
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
  title: string;
  publishedAt: string;
  /** Who published it; null for the product itself. */
  by: string | null;
  /** The version whose content it brought back. */
  rolledBackTo: number | null;
};

const MAX_VERSIONS = 200;

/** The versions of a page, the newest first. Throws ServiceError. */
export async function loadVersions(pageId: string): Promise<Version[]> {
  const data = await runQuery((db) =>
    db
      .from("landing_page_versions")
      .select("number, title, published_at, published_by, rolled_back_to")
      .eq("page_id", pageId)
      .order("number", { ascending: false })
      .limit(MAX_VERSIONS),
  );
  const names = await loadUserNames(data.map(({ published_by }) => published_by));
  return data.map((row) => ({
    number: row.number,
    title: row.title,
    publishedAt: row.published_at,
    by: row.published_by && (names.get(row.published_by) ?? "Somebody"),
    rolledBackTo: row.rolled_back_to,
  }));
}

/** One version as it was. Throws ServiceError. */
export async function loadVersion(pageId: string, number: number): Promise<LandingDraft | null> {
  const data = await runQuery((db) =>
    db.from("landing_page_versions").select("*").eq("page_id", pageId).eq("number", number).maybeSingle(),
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

/** The links that show this page's draft, the newest first. Throws ServiceError. */
export async function listPreviews(pageId: string): Promise<PreviewLink[]> {
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
    by: row.created_by && (names.get(row.created_by) ?? "Somebody"),
  }));
}

/** Makes a link and answers its address, which is known only now. Throws ServiceError. */
export async function createPreview(pageId: string, hours: number, slug: string): Promise<string> {
  const token = await rpc("create_landing_preview", { p_page_id: pageId, p_hours: hours });
  return `${location.origin}/landing/${slug}?preview=${token}`;
}

/** Throws ServiceError. */
export async function revokePreview(id: string): Promise<void> {
  await rpc("revoke_landing_preview", { p_preview_id: id });
}

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

export type Figures = {
  key: string;
  views: number;
  visitors: number;
  submissions: number;
  /** Submissions for each visitor; null without visitors: unknown is not zero. */
  conversion: number | null;
};
export type Stats = { total: Figures; days: Figures[]; sources: Figures[]; versions: Figures[] };

const ZERO_FIGURES: Figures = { key: "all", views: 0, visitors: 0, submissions: 0, conversion: null };

/** A page's figures of the last days, today included; days are those of UTC. Throws ServiceError. */
export async function loadStats(pageId: string, days: number): Promise<Stats> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const rows = await rpc("landing_page_stats", { p_page_id: pageId, p_from: day(days - 1), p_to: day(0) });
  const of = (kind: string): Figures[] =>
    rows
      .filter(({ by }) => by === kind)
      .map((row) => ({ ...row, conversion: row.visitors > 0 ? row.conversion : null }));
  return { total: of("total")[0] ?? ZERO_FIGURES, days: of("day"), sources: of("source"), versions: of("version") };
}

/** The title of the other page that has this address, in its draft or for its visitors; null when it is free. Throws ServiceError. */
export async function findSlugOwner(slug: string, pageId: string): Promise<string | null> {
  const supabase = await getSupabase();
  const [drafts, pages] = await Promise.all([
    supabase.from("landing_drafts").select("title").eq("slug", slug).neq("page_id", pageId).limit(1),
    supabase.from("landing_pages").select("title").eq("slug", slug).neq("id", pageId).limit(1),
  ]);
  if (drafts.error) throw toServiceError(drafts.error, "/rest/v1/landing_drafts", drafts.status);
  if (pages.error) throw toServiceError(pages.error, "/rest/v1/landing_pages", pages.status);
  return drafts.data[0]?.title ?? pages.data[0]?.title ?? null;
}

/** What colleagues are called, by their ids. Throws ServiceError. */
async function loadUserNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Map();
  const data = await runQuery((db) => db.from("profiles").select("*").in("user_id", asked));
  return new Map(data.map((profile) => [profile.user_id, fullName(profile, undefined)]));
}
