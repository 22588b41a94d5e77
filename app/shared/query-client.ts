import { notifyManager, QueryClient } from "@tanstack/react-query";
import { isTransient } from "./service-error.ts";

// Screens hear of a change before the next frame. By default they hear of it after a timer, and then a screen that renders for
// another reason shows a new number for a frame beside an old one.
notifyManager.setScheduler(queueMicrotask);

/** One cache for the portal. Transient errors are retried twice, refusals never. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { retry: false },
  },
});
