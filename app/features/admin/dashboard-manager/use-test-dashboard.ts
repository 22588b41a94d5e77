import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { testDashboard } from "./test-dashboard.ts";

/** Tests one dashboard, with the toasts of spec §8; the table then shows the health that the server found. */
export function useTestDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: testDashboard,
    onSuccess: ({ passed, text }) =>
      passed
        ? toast.success(MANAGE_TEXTS.tested, { description: text })
        : toast.error(MANAGE_TEXTS.testFailed, { description: text }),
    onError: () => toast.error(MANAGE_TEXTS.testFailed, { description: "The test itself failed. Try again." }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.clientDashboards() }),
  });
}
