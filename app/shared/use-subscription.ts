import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callFunction } from "./call-function.ts";
import { loadSubscription } from "./load-subscription.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";
import { useViewAs } from "./view-as.tsx";

type Person = { id: string; email?: string | undefined };

/**
 * The signed-in user's plan. For customers of the payment provider, it is also checked there (spec §7: check-subscription) when
 * the page opens and when the user returns, because the plan may have changed on the provider's pages.
 */
export function useSubscription(user: Person) {
  const viewedAs = useViewAs();
  const queryKey = queryKeys.subscription(user.id);
  const stored = useQuery({ queryKey, queryFn: () => loadSubscription(user.id, user.email ?? "") });
  const check = useQuery({
    queryKey: queryKeys.subscriptionCheck(user.id),
    queryFn: () => callFunction("check-subscription"),
    // The function checks its caller, who is not the client for an admin.
    enabled: (stored.data?.billed ?? false) && !viewedAs,
    staleTime: 5_000,
  });
  const checkedAt = check.dataUpdatedAt;
  useEffect(() => {
    if (checkedAt > 0) void queryClient.invalidateQueries({ queryKey: ["subscription", user.id], exact: true });
  }, [checkedAt, user.id]);
  return stored;
}
