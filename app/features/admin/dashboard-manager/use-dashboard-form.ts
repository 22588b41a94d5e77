import { useState } from "react";
import { isOutdated } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { assignDashboard, type ClientDashboard, type DashboardValues, explainProblem, updateDashboard } from "./api.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";

const FULL_EMAIL = "Enter a valid email address";

/** What the form requires. The live Notion check (spec §5) only advises, and the database decides. */
const shared = {
  businessName: name("Enter a business name"),
  notionUrl: z.pipe(z.string().check(z.trim()), z.string().check(z.minLength(1, "URL is required"))),
  dashboardTitle: name("Enter a title"),
};

/** Only an unassigned dashboard can get an email. An empty one stays unassigned. */
const editSchema = z.object({
  clientEmail: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || z.safeParse(z.email(), text).success, FULL_EMAIL),
  ),
  ...shared,
});
const createSchema = z.object({
  clientEmail: z.pipe(
    z.string().check(z.trim()),
    z.string().check(z.minLength(1, "Enter the client's email address"), z.email(FULL_EMAIL)),
  ),
  ...shared,
});

function name(missing: string) {
  return z.pipe(
    z.string().check(z.trim()),
    z.string().check(z.minLength(1, missing), z.maxLength(200, "Use at most 200 characters")),
  );
}

/** Submits the form through the procedures (spec §7) with their toasts (spec §8). If they refuse, the user's input stays. */
export function useDashboardForm(dashboard: ClientDashboard | null, onDone: () => void) {
  const [conflict, setConflict] = useState(false);
  const form = useActionForm<DashboardValues>({
    schema: dashboard ? editSchema : createSchema,
    action: (values) => (dashboard ? updateDashboard(dashboard, values) : assignDashboard(values)),
    successMessage: dashboard ? MANAGE_TEXTS.updated : MANAGE_TEXTS.created,
    errorMessage: dashboard ? MANAGE_TEXTS.updateFailed : MANAGE_TEXTS.createFailed,
    describeError: (error) => explainProblem(error).text,
    fieldErrors: (error) => {
      setConflict(isOutdated(error));
      const { field, text } = explainProblem(error);
      return field && { [field]: text };
    },
    toastsFieldErrors: true,
    invalidates: [queryKeys.clientDashboards()],
    onSuccess: onDone,
  });
  return { ...form, conflict };
}
