import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTransient } from "./service-error.ts";

// Screens hear of a change before the next frame. By default they hear of it after a timer, and then a screen that renders for
// another reason shows a new number for a frame beside an old one.
notifyManager.setScheduler(queueMicrotask);

/** Errors after which a query gave up. */
const final = new WeakSet<object>();

/** One cache for the portal. Transient errors are retried twice, refusals never, and a query that needs another one not for its error. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => final.add(error) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isTransient(error) && !final.has(error),
    },
    mutations: { retry: false },
  },
});
