import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "./service-error.ts";

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
