import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type Changes, changedFields, hasConflict } from "./settings-changes.ts";

/** The agency's settings. A form always refetches them, because stale values would only cause a conflict. */
export const agencySettingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.agencySettings(),
    queryFn: loadAgencySettings,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The stored agency settings. Throws ServiceError. */
export function loadAgencySettings() {
  return runQuery((db) => db.from("agency_settings").select("*").single());
}

export type AgencySettings = Awaited<ReturnType<typeof loadAgencySettings>>;

export type SaveOutcome =
  | { kind: "saved"; row: AgencySettings }
  /** Someone else changed one of the same fields. Nothing was written. */
  | { kind: "conflict" }
  /** The next invoice number is taken; `floor` is the smallest free one. */
  | { kind: "number-used"; floor: number };

const MAX_ATTEMPTS = 3;

/**
 * Writes the changed fields if the row is still the loaded one. If someone changed only other fields, it retries on the new row,
 * so that no change is overwritten. Throws ServiceError.
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

/** Null when the row changed after that time. */
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

/** Writes one stage if it is still as loaded. Returns the new row, or null when someone else changed it. Throws ServiceError. */
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

/** The reasons why leads are lost, in order, including hidden ones. */
export const lostReasonsQuery = () => queryOptions({ queryKey: queryKeys.lostReasons(), queryFn: listLostReasons });

function listLostReasons() {
  return runQuery((db) => db.from("lost_reasons").select("*").order("position").order("label"));
}

export type LostReason = Awaited<ReturnType<typeof listLostReasons>>[number];

/** Adds a reason at the end. Code 23505: the name exists already. */
export async function addLostReason(label: string, position: number): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").insert({ label, position }));
}

/** Changes one reason. Code 23505: the name exists already. */
export async function changeLostReason(
  id: string,
  change: Partial<Pick<LostReason, "label" | "is_active">>,
): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").update(change).eq("id", id));
}

/** Sets the order of the reasons; `ids` contains all of them. PT409: someone added one. */
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

/** Writes one period if it is still as loaded. Returns the new row, or null when someone else changed it. Throws ServiceError. */
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

/** What a grant replaced, and the plan of their own that goes on beside it. */
export const grantedOverride = z.object({
  had: z.boolean(),
  had_until: z.nullable(z.string()),
  /** They have a plan of their own, so nothing changes yet. */
  pays: z.boolean(),
  /** The day on which its free trial becomes a paid plan. */
  trial_ends: z.nullable(z.string()),
  /** Its last day, if it was canceled. */
  plan_ends: z.nullable(z.string()),
});

/** Gives an address premium until a given time, or forever. Throws ServiceError. */
export const setPremiumOverride = (email: string, expiresAt: string | null) =>
  rpc("set_premium_override", { p_email: email, ...(expiresAt && { p_expires_at: expiresAt }) }, grantedOverride);

/** Ends an override. A missing override is not an error. */
export async function deletePremiumOverride(email: string): Promise<void> {
  try {
    await rpc("delete_premium_override", { p_email: email });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "PT404")) throw error;
  }
}

export type EmailStatus = "queued" | "running" | "done" | "failed" | "skipped";
const EMAIL_PAGE_SIZE = 50;
const EMAIL_STALE_TIME_MS = 5_000;

/** The matching emails in the log, newest first. */
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

/** How many failed emails could be resent together, and how many may have arrived. */
export const failedEmailsQuery = () =>
  queryOptions({
    queryKey: queryKeys.failedEmails(),
    queryFn: async () => (await rpc("count_failed_emails"))[0] ?? { resendable: 0, unconfirmed: 0 },
    staleTime: EMAIL_STALE_TIME_MS,
  });

/** Queues all failed emails again that did not arrive. Returns how many. The same id queues nothing twice. */
export function resendFailedEmails(id: string): Promise<number> {
  return rpc("resend_failed_emails", { p_id: id });
}

/** Queues a failed email again. Returns false when it is already sent or queued. Throws ServiceError. */
export async function retryEmail(id: string): Promise<boolean> {
  try {
    await rpc("retry_email", { p_id: id });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
