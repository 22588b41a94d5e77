import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { loadPublishRequest } from "../lib/publish-requests.ts";
import type { LoadedPage } from "./api.ts";

const POLL_INTERVAL_MS = 20_000;

/**
 * Looks for the answer to a client's request while the tab is visible, and when the window gets the focus. Then the page is
 * loaded again, which shows why it was declined, or that it is live.
 */
export function useAnswer({ id, request }: LoadedPage, refresh: () => Promise<unknown>) {
  const asks = useLandingWorkspace()?.needsApproval === true;
  const at = request?.at ?? "";
  const isWaiting = asks && request?.state === "waiting";
  const [approvedAt, setApprovedAt] = useState<string | null>(null);
  const { data, dataUpdatedAt, refetch } = useQuery({
    // Each request has its own answer.
    queryKey: queryKeys.landingAnswer(id, at),
    queryFn: () => loadPublishRequest(id),
    enabled: isWaiting,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  });
  const look = useEventCallback(() => void refetch());
  useEffect(() => {
    if (!isWaiting) return;
    // The library only notices tabs that were hidden.
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [isWaiting, look]);

  const settle = useEventCallback(async () => {
    if (!isWaiting || !data || data.state === "waiting") return;
    await refresh();
    if (data.state === "approved") setApprovedAt(data.at);
  });
  useEffect(() => {
    // If the page can't be loaded now, the next look tries again.
    if (dataUpdatedAt > 0) settle().catch(() => undefined);
  }, [dataUpdatedAt, settle]);
  return { isApproved: approvedAt !== null && approvedAt === at, dismiss: () => setApprovedAt(null) };
}
