import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { queryKeys } from "./query-keys.ts";
import { isTransient, ServiceError } from "./service-error.ts";
import { workspaceSlug } from "./workspace.ts";

// Screens hear of a change before the next frame. By default they hear of it after a timer, and then a screen that renders for
// another reason shows a new number for a frame beside an old one.
notifyManager.setScheduler(queueMicrotask);

/** Errors after which a query gave up. */
const final = new WeakSet<object>();

/** One cache for the portal. Transient errors are retried twice, refusals never, and a query that needs another one not for its error. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      final.add(error);
      // The user may no longer belong to the account. Reads that are refused together ask for that once.
      if (workspaceSlug && isRefusal(error))
        void queryClient.invalidateQueries({ queryKey: queryKeys.workspace() }, { cancelRefetch: false });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isTransient(error) && !final.has(error),
    },
    mutations: { retry: false },
  },
});

/** People and settings of an account that the caller left aren't found. */
const isRefusal = (error: unknown) =>
  error instanceof ServiceError && (error.kind === "refused" || error.refusal?.code === "account_not_found");
