import { ExternalLink, Plus } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { Link } from "~/ui/link.tsx";
import { requiredText } from "../settings/field-schemas.ts";
import { type AccountRecord, prepareDashboard } from "./api.ts";

/** The account's lead dashboard, or the way to add one. It can be prepared before anyone has joined. */
export function DashboardCard({ account }: { account: AccountRecord }) {
  const { dashboard } = account;
  return (
    <Card role="region" aria-label="Lead dashboard" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Lead dashboard</CardTitle>
      </CardHeader>
      {dashboard ? (
        <div className="grid gap-1 px-4 py-3 text-13">
          <Link href={dashboard.url} target="_blank" rel="noopener noreferrer" className="flex items-center gap-1.5">
            <span className="truncate font-medium">{dashboard.title}</span>
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="sr-only">Opens in a new tab</span>
          </Link>
          <p className="text-ink-3 text-xs">
            {dashboard.is_prepared ? "Waiting for the first owner. " : ""}
            <Link asChild subtle>
              <RouterLink to="/admin?tab=dashboards">Manage dashboards</RouterLink>
            </Link>
          </p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-13">
          <p className="text-ink-3">No dashboard yet.</p>
          {!account.archived_at && <AddDashboardDialog account={account} />}
        </div>
      )}
    </Card>
  );
}

function AddDashboardDialog({ account }: { account: AccountRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} size="sm">
        <Plus aria-hidden="true" />
        Add dashboard
      </Button>
      <FormDialog open={isOpen} onClose={() => setOpen(false)}>
        <DashboardForm account={account} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

const schema = z.object({
  business: requiredText(200, "Enter a business name"),
  url: z.string().check(z.trim(), z.minLength(1, "URL is required"), z.maxLength(2048, "Use at most 2,048 characters")),
  title: requiredText(200, "Enter a title"),
});

/** The form's field for each field that the database names. */
const FIELDS: Record<string, "business" | "url" | "title"> = {
  business_name: "business",
  url: "url",
  dashboard_title: "title",
};

function DashboardForm({ account, onDone }: { account: AccountRecord; onDone: () => void }) {
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: (values) => prepareDashboard(account.id, values),
    successMessage: "Dashboard added",
    errorMessage: "Couldn't add the dashboard",
    fieldErrors: (error) => {
      const field = error instanceof ServiceError && FIELDS[error.refusal?.field ?? ""];
      return field ? { [field]: (error as ServiceError).message } : undefined;
    },
    invalidates: [queryKeys.accounts(), queryKeys.clientDashboards()],
    onSuccess: onDone,
  });
  useUnsavedChanges(dirty && !busy ? "this dashboard" : null);
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Add dashboard</DialogTitle>
      <DialogDescription>
        The account's owners and members see this public Notion page in their portal.
      </DialogDescription>
      <Field label="Business name" required error={errors.business}>
        <Input name="business" autoComplete="off" defaultValue={account.name} />
      </Field>
      <Field label="Notion URL" required error={errors.url}>
        <Input name="url" inputMode="url" autoComplete="off" spellCheck={false} placeholder="https://www.notion.so/…" />
      </Field>
      <Field label="Dashboard title" required error={errors.title}>
        <Input name="title" autoComplete="off" defaultValue="Lead Dashboard" />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Add dashboard
        </Button>
      </DialogFooter>
    </form>
  );
}
