import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type Changes, changedFields, hasConflict } from "./settings-changes.ts";

/** The agency's settings. Always read again for a form: a form over old values would only lead to a conflict. */
export const agencySettingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.agencySettings(),
    queryFn: loadAgencySettings,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The agency's settings as stored. Throws ServiceError. */
export function loadAgencySettings() {
  return runQuery((db) => db.from("agency_settings").select("*").single());
}

export type AgencySettings = Awaited<ReturnType<typeof loadAgencySettings>>;

export type SaveOutcome =
  | { kind: "saved"; row: AgencySettings }
  /** Somebody else changed one of the same fields meanwhile; nothing was written. */
  | { kind: "conflict" }
  /** The next invoice number is used already; `floor` is the smallest possible one. */
  | { kind: "number-used"; floor: number };

const MAX_ATTEMPTS = 3;

/**
 * Writes what differs from what was loaded, if the row is still the loaded one. If somebody changed only other fields
 * meanwhile, it tries again on top of that, so nobody's change is overwritten. Throws ServiceError.
 */
export async function saveAgencySettings(
  loaded: AgencySettings,
  values: Partial<AgencySettings>,
): Promise<SaveOutcome> {
  const changes = changedFields(loaded, values);
  let base = loaded;
  for (let tried = 0; tried < MAX_ATTEMPTS; tried += 1) {
    const outcome = await writeAgencySettings(base.updated_at, changes);
    if (outcome) return outcome;
    base = await loadAgencySettings();
    if (hasConflict(loaded, base, changes)) return { kind: "conflict" };
  }
  return { kind: "conflict" };
}

/** Null when the row changed since that moment. */
async function writeAgencySettings(updatedAt: string, changes: Changes): Promise<SaveOutcome | null> {
  try {
    const row = await runQuery((db) =>
      db.from("agency_settings").update(changes).eq("id", true).eq("updated_at", updatedAt).select().maybeSingle(),
    );
    return row && { kind: "saved", row };
  } catch (error) {
    const refusal = error instanceof ServiceError ? error.refusal : null;
    if (refusal?.code === "invoice_number_used") return { kind: "number-used", floor: Number(refusal.facts.lowest) };
    throw error;
  }
}

/** The stages in order. */
export const stagesQuery = () =>
  queryOptions({ queryKey: queryKeys.pipelineStages(), queryFn: listStages, refetchOnWindowFocus: false });

export function listStages() {
  return runQuery((db) => db.from("pipeline_stages").select("*").order("position"));
}

export type Stage = Awaited<ReturnType<typeof listStages>>[number];
export type StageChange = { row: Stage; label: string; rotsAfterDays: number | null };

/** Writes one stage if it is still as it was loaded; the new row, or null when somebody else changed it. Throws ServiceError. */
export function saveStage({ row, label, rotsAfterDays }: StageChange): Promise<Stage | null> {
  return runQuery((db) =>
    db
      .from("pipeline_stages")
      .update({ label, rots_after_days: rotsAfterDays })
      .eq("key", row.key)
      .eq("updated_at", row.updated_at)
      .select()
      .maybeSingle(),
  );
}

/** Why leads are lost, in order, hidden reasons too. */
export const lostReasonsQuery = () => queryOptions({ queryKey: queryKeys.lostReasons(), queryFn: listLostReasons });

function listLostReasons() {
  return runQuery((db) => db.from("lost_reasons").select("*").order("position").order("label"));
}

export type LostReason = Awaited<ReturnType<typeof listLostReasons>>[number];

/** Adds a reason at the end. Code 23505: there is one of that name. */
export async function addLostReason(label: string, position: number): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").insert({ label, position }));
}

/** Changes one reason. Code 23505: there is one of that name. */
export async function changeLostReason(
  id: string,
  change: Partial<Pick<LostReason, "label" | "is_active">>,
): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").update(change).eq("id", id));
}

/** Puts the reasons into this order; `ids` names all of them. PT409: somebody added one meanwhile. */
export async function orderLostReasons(ids: string[]): Promise<void> {
  await rpc("order_lost_reasons", { p_ids: ids });
}

/** How long each kind of record is kept, in the order of the list. */
export const retentionQuery = () =>
  queryOptions({ queryKey: queryKeys.retention(), queryFn: listRetention, refetchOnWindowFocus: false });

export function listRetention() {
  return runQuery((db) => db.from("retention_settings").select("*").order("position"));
}

export type Retention = Awaited<ReturnType<typeof listRetention>>[number];
export type RetentionChange = { row: Retention; days: number };

/** Writes one period if it is still as it was loaded; the new row, or null when somebody else changed it. Throws ServiceError. */
export function saveRetention({ row, days }: RetentionChange): Promise<Retention | null> {
  return runQuery((db) =>
    db
      .from("retention_settings")
      .update({ keep_days: days })
      .eq("kind", row.kind)
      .eq("updated_at", row.updated_at)
      .select()
      .maybeSingle(),
  );
}

/** All addresses that may become admins. */
export const adminEmailsQuery = () =>
  queryOptions({ queryKey: queryKeys.adminEmails(), queryFn: () => rpc("list_admin_emails") });

/** Sets whether the confirmed owner of an address becomes an admin. Throws ServiceError. */
export async function setAdminEmail(email: string, active: boolean): Promise<void> {
  await rpc("set_admin_email", { p_email: email, p_is_active: active });
}

/** All premium overrides, newest first. */
export const premiumOverridesQuery = () =>
  queryOptions({ queryKey: queryKeys.premiumOverrides(), queryFn: listPremiumOverrides });

function listPremiumOverrides() {
  return rpc("list_premium_overrides");
}

export type PremiumOverride = Awaited<ReturnType<typeof listPremiumOverrides>>[number];

/** Gives an address premium until a moment, or without an end. Throws ServiceError. */
export async function setPremiumOverride(email: string, expiresAt: string | null): Promise<void> {
  await rpc("set_premium_override", { p_email: email, ...(expiresAt && { p_expires_at: expiresAt }) });
}

/** Ends an override. One that is gone already is no failure. */
export async function deletePremiumOverride(email: string): Promise<void> {
  try {
    await rpc("delete_premium_override", { p_email: email });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "PT404")) throw error;
  }
}

export type EmailStatus = "queued" | "running" | "done" | "failed";
const EMAIL_PAGE_SIZE = 50;
const EMAIL_STALE_TIME_MS = 5_000;

/** The emails in the log that match, newest first. */
export const emailLogQuery = (shown: EmailStatus | "all", query: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.emailLog(shown, query),
    queryFn: ({ pageParam }) => searchEmailLog(shown, query, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: EMAIL_STALE_TIME_MS,
  });

async function searchEmailLog(shown: EmailStatus | "all", query: string, from: number) {
  const emails = await rpc("search_email_log", {
    p_query: query,
    ...(shown !== "all" && { p_status: shown }),
    p_limit: EMAIL_PAGE_SIZE,
    p_offset: from,
  });
  const total = emails[0]?.total ?? 0;
  const next = from + emails.length;
  return { emails, total, next: next < total ? next : null };
}

export type SentEmail = Awaited<ReturnType<typeof searchEmailLog>>["emails"][number];

/** Queues a failed email once more; false when it was sent or queued meanwhile. Throws ServiceError. */
export async function retryEmail(id: string): Promise<boolean> {
  try {
    await rpc("retry_email", { p_id: id });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
