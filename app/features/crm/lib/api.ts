import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { crmPath } from "~/shared/workspace.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import type { EmailTemplate } from "../../../../domain/email-templates.ts";
import type { FilterGroup, Scope } from "./lead-filter.ts";
import { leadDetail, undoResult } from "./lead-types.ts";
import type { NextTask } from "./log-activity.ts";

/** One lead without its timeline. Throws PT404 if the lead does not exist or the caller may not see it. */
export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.crmLead(leadId),
    queryFn: async () => {
      // The URL is wrong, because no lead can have such an id.
      if (!isUuid(leadId)) throw new ServiceError("failed", "Lead not found", "PT404", null, null, 404);
      const lead = await rpc("lead_page", { p_lead_id: leadId }, leadDetail);
      setClocks(lead.now);
      return lead;
    },
    enabled: leadId !== "",
  });

/** Whether there is no such lead, or the caller may not see it. */
export const isLeadNotFound = (error: unknown): boolean => error instanceof ServiceError && error.code === "PT404";

export type LeadSearchResult = {
  id: string;
  name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  stage: string;
  owner_name: string | null;
};

/** The leads that match a search text, best match first. Tolerates typos. Throws ServiceError. */
export function searchLeads(query: string, limit = 8): Promise<LeadSearchResult[]> {
  return rpc("search_leads", { p_query: query, p_limit: limit });
}

/** Which of these leads are in the lists, with what a list shows of them. */
export function listActiveLeads(ids: string[]) {
  return runQuery((db) =>
    db
      .from("leads")
      .select("id, first_name, last_name, email, company, stage")
      .in("id", ids)
      .is("archived_at", null)
      .is("erased_at", null)
      .eq("is_spam", false),
  );
}

type CountedList = { scope: Scope; filter: FilterGroup | null };

/** The exact number of leads that match a scope and a filter. A separate query, so that the rows do not wait for it. */
export const countQuery = ({ scope, filter }: CountedList) =>
  queryOptions({
    queryKey: ["crm", "leads-count", { scope, filter }],
    queryFn: () => countLeads({ scope, filter }),
  });

export async function countLeads({ scope, filter }: CountedList) {
  const [count] = await rpc("count_leads_matching", { p_scope: scope, p_filter: filter });
  return count ?? { leads: 0, value_cents: 0 };
}

export type Stage = { key: string; label: string; position: number; rots_after_days: number | null };
type LostReason = { id: string; label: string; is_active: boolean };

/** The stages of the pipeline, in order. */
export const stagesQuery = queryOptions({ queryKey: queryKeys.crmStages(), queryFn: listStages, staleTime: 60_000 });
/** All lost reasons, including inactive ones. `account` is the slug of another account than the page's. */
export const allLostReasonsQuery = (account?: string) =>
  queryOptions({
    queryKey: queryKeys.crmLostReasons(account),
    queryFn: () => listLostReasons(account),
    staleTime: 60_000,
  });
/** The active lost reasons, which users can choose. */
export const lostReasonsQuery = (account?: string) =>
  queryOptions({
    ...allLostReasonsQuery(account),
    select: (reasons: LostReason[]) => reasons.filter(({ is_active }) => is_active),
  });

/** The stages, and a function that returns the label of one. */
export function useStages(): { stages: Stage[]; labelOf: (key: string) => string } {
  const { data: stages = [] } = useQuery(stagesQuery);
  return { stages, labelOf: (key) => stages.find((stage) => stage.key === key)?.label ?? key.replaceAll("_", " ") };
}

function listStages(): Promise<Stage[]> {
  return runQuery((db) => db.from("pipeline_stages").select("key, label, position, rots_after_days").order("position"));
}

function listLostReasons(account?: string): Promise<LostReason[]> {
  return runQuery((db) => db.from("lost_reasons").select("id, label, is_active").order("position"), account);
}

type Member = { user_id: string; name: string; role: string };

/** The active sales reps and admins, sorted by name. */
export const teamQuery = teamOf();

/** The same for the account with this slug. */
export function teamOf(account?: string) {
  return queryOptions({ queryKey: queryKeys.crmTeam(account), queryFn: () => listTeam(account), staleTime: 60_000 });
}

async function listTeam(account?: string): Promise<Member[]> {
  const data = await runQuery((db) => db.rpc("list_team"), account);
  return data.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A view that is the caller's own or shared. `to` is its URL. */
export type SavedView = { id: string; name: string; isShared: boolean; to: string };

/** The views for the sidebar and the palette: first the caller's own, then the shared ones. */
export const savedViewsQuery = queryOptions({
  queryKey: queryKeys.crmViews("sidebar"),
  queryFn: listSavedViews,
  staleTime: 30_000,
});

const WITH_VIEWS = new Set(["leads", "board", "analytics"]);

async function listSavedViews(): Promise<SavedView[]> {
  const data = await runQuery((db) =>
    db
      .from("lead_views")
      .select("id, name, is_shared, screen, config")
      .order("is_shared")
      .order("position")
      .order("created_at")
      .limit(50),
  );
  return data.map(({ id, name, is_shared, screen, config }) => ({
    id,
    name,
    isShared: is_shared,
    to: `${crmPath(`/${WITH_VIEWS.has(screen) ? screen : "leads"}`)}?${addressOf(config, id)}`,
  }));
}

function addressOf(config: unknown, id: string): string {
  const parts = Object.entries(config ?? {}).filter(
    (part): part is [string, string] => typeof part[1] === "string" && part[1] !== "",
  );
  return new URLSearchParams([...parts, ["view", id]]).toString();
}

/** Undoes a merge. `kept` counts fields that have changed since and stay. Throws ServiceError, PT409 with the obstacle. */
export const undoMerge = (batchId: string) => rpc("undo_lead_merge", { p_batch_id: batchId }, undoResult);

type Email = {
  id: string;
  leadId: string;
  subject: string;
  body: string;
  /** The task that it plans. */
  next: NextTask | undefined;
  account: string | undefined;
};

/**
 * `again` is true if this email was sent before, `finished` is the title of the task that it completes, and it can be undone for
 * `undo_seconds`.
 */
export const sentEmail = z.object({
  id: z.string(),
  again: z.boolean(),
  claimed: z.boolean(),
  finished: z.nullable(z.string()),
  undo_seconds: z.number(),
});
export type SentEmail = z.infer<typeof sentEmail>;

/** Sends an email to a lead and logs it. Idempotent for each id. Throws ServiceError. */
export const sendLeadEmail = ({ id, leadId, subject, body, next, account }: Email) =>
  rpc(
    "send_lead_email",
    { p_id: id, p_lead_id: leadId, p_subject: subject, p_body: body, ...(next && { p_next: next }) },
    sentEmail,
    account,
  );

/** A template of a workspace, of the version `updated_at`. */
export type StoredTemplate = EmailTemplate & { updated_at: string };

/** The templates of the page's workspace, or of the account with this slug, by name. */
export const emailTemplatesQuery = (account?: string) =>
  queryOptions({
    queryKey: queryKeys.crmEmailTemplates(account),
    queryFn: (): Promise<StoredTemplate[]> =>
      runQuery((db) => db.from("email_templates").select("id, name, subject, body, updated_at").order("name"), account),
    staleTime: 60_000,
  });

/** Adds a template, or changes the one that was seen at `updated_at`. Throws ServiceError. */
export const saveEmailTemplate = (
  { id, name, subject, body }: EmailTemplate,
  updated_at: string | undefined,
  account?: string,
) => {
  const given = { p_id: id, p_name: name, p_subject: subject, p_body: body };
  return runQuery(
    (db) => db.rpc("save_email_template", { ...given, ...(updated_at && { p_updated_at: updated_at }) }),
    account,
  );
};

/** Throws ServiceError, PT409 if someone changed it since. */
export const deleteEmailTemplate = ({ id, updated_at }: StoredTemplate, account?: string) =>
  runQuery((db) => db.rpc("delete_email_template", { p_id: id, p_updated_at: updated_at }), account);
