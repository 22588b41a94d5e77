import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";
import { assignDashboard, type DashboardValues, explainProblem, updateDashboard } from "./change-dashboards.ts";
import { createSchema, editSchema } from "./dashboard-schema.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import type { ClientDashboard } from "./search-dashboards.ts";

/** Sends the form through the procedures (spec §7) with their toasts (spec §8); what was typed stays when they refuse. */
export function useDashboardForm(dashboard: ClientDashboard | null, onDone: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const refused = (error: unknown): FormErrors<DashboardValues> | undefined => {
    const text = dashboard ? MANAGE_TEXTS.updateFailed : MANAGE_TEXTS.createFailed;
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "PT409") {
      setConflict(true);
      toast.error(text, { description: "Another admin changed this dashboard." });
      return;
    }
    const problem = explainProblem(error);
    toast.error(text, { description: problem.text });
    return problem.field && { [problem.field]: problem.text };
  };
  const form = useForm<DashboardValues>({
    schema: dashboard ? editSchema : createSchema,
    onSubmit: async (values) => {
      try {
        await (dashboard ? updateDashboard(dashboard, values) : assignDashboard(values));
      } catch (error) {
        return refused(error);
      }
      toast.success(dashboard ? MANAGE_TEXTS.updated : MANAGE_TEXTS.created);
      void client.invalidateQueries({ queryKey: queryKeys.clientDashboards() });
      onDone();
    },
  });
  return { ...form, conflict };
}
