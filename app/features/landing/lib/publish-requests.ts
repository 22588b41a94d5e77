import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { brandOfQuery, type LoadedBrand } from "./brand.ts";
import { type LandingDraft, toDraft } from "./landing-draft.ts";

type Row = Database["public"]["Tables"]["landing_publish_requests"]["Row"];

/** The last request of a client to publish a page. */
export type PublishRequest = { state: Row["state"]; revision: number; at: string; note: string | null };

/** Null when no one asked yet. Throws ServiceError. */
export async function loadPublishRequest(pageId: string): Promise<PublishRequest | null> {
  const data = await runQuery((db) =>
    db
      .from("landing_publish_requests")
      .select("state, revision, note, requested_at")
      .eq("page_id", pageId)
      .maybeSingle(),
  );
  return data && { state: data.state, revision: data.revision, note: data.note, at: data.requested_at };
}

export type RequestedDraft = { draft: LandingDraft; brand: LoadedBrand; at: string };

/** What a client asks to publish, as it was then, in the brand of its account. Null when the request is gone. */
export const requestedDraftQuery = (pageId: string, account: string) =>
  queryOptions({
    queryKey: queryKeys.landingRequest(pageId),
    queryFn: async (): Promise<RequestedDraft | null> => {
      const [data, brand] = await Promise.all([
        runQuery((db) =>
          db
            .from("landing_publish_requests")
            .select("draft, requested_at")
            .eq("page_id", pageId)
            .eq("state", "waiting")
            .maybeSingle(),
        ),
        queryClient.fetchQuery(brandOfQuery(account)),
      ]);
      return (
        data && {
          draft: toDraft(data.draft as unknown as Parameters<typeof toDraft>[0]),
          brand,
          at: data.requested_at,
        }
      );
    },
    staleTime: 0,
  });

/**
 * Publishes what the client sent, stops the running test `stoppedTest`, and returns the version; or declines it with a note. Throws
 * ServiceError, PT409 for an outdated request.
 */
export function answerRequest(
  pageId: string,
  seen: string,
  answer: { approved: true; stoppedTest: string | undefined } | { approved: false; note: string },
): Promise<number> {
  return rpc("answer_publish_request", {
    p_page_id: pageId,
    p_seen: seen,
    p_approved: answer.approved,
    ...(answer.approved ? { p_stop_test: answer.stoppedTest } : { p_note: answer.note }),
  });
}

export async function withdrawRequest(pageId: string): Promise<void> {
  await rpc("withdraw_publish_request", { p_page_id: pageId });
}

/** Whether a client's account asks before it publishes. */
export const approvalQuery = (accountId: string) =>
  queryOptions({
    queryKey: queryKeys.landingApproval(accountId),
    queryFn: async () => {
      const data = await runQuery((db) =>
        db.from("accounts").select("requires_approval").eq("id", accountId).maybeSingle(),
      );
      return data?.requires_approval ?? true;
    },
  });

export async function setApproval(accountId: string, required: boolean): Promise<void> {
  await rpc("set_page_approval", { p_account_id: accountId, p_required: required });
}

/** Open accounts whose name contains the text. For admins. */
export const accountOptionsQuery = (text: string) =>
  queryOptions({
    queryKey: queryKeys.landingAccounts(text),
    queryFn: () =>
      runQuery((db) =>
        db
          .from("accounts")
          .select("id, name")
          .is("archived_at", null)
          .ilike("name", `%${text.replace(/[\\%_]/g, "\\$&")}%`)
          .order("name")
          .limit(50),
      ),
  });

/** Throws ServiceError, PT429 when the account has too many pages. */
export async function movePage(pageId: string, accountId: string): Promise<void> {
  await rpc("move_landing_page", { p_page_id: pageId, p_account_id: accountId });
}
