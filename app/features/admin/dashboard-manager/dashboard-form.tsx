import { useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { SheetBody, SheetClose, SheetFooter } from "~/ui/sheet.tsx";
import { isUnassigned } from "./change-dashboards.ts";
import { DEFAULT_TITLE } from "./dashboard-templates.ts";
import { NotionCheckLine } from "./notion-check-line.tsx";
import type { ClientDashboard } from "./search-dashboards.ts";
import { TemplateChoice } from "./template-choice.tsx";
import { useDashboardForm } from "./use-dashboard-form.ts";

type Props = {
  /** The one to edit; null for a new one. */
  dashboard: ClientDashboard | null;
  onDone: () => void;
  onReload: () => void;
};

/** Spec §2: client_email, business_name, notion_url and dashboard_title, the last one filled by a template. */
export function DashboardForm({ dashboard, onDone, onReload }: Props) {
  const { props, errors, busy, conflict } = useDashboardForm(dashboard, onDone);
  const [address, setAddress] = useState(dashboard?.notion_database_url ?? "");
  const [title, setTitle] = useState<string>(dashboard?.dashboard_title ?? DEFAULT_TITLE);
  const mayNameAccount = !dashboard || isUnassigned(dashboard);
  return (
    <form {...props} className="flex min-h-0 flex-1 flex-col">
      <SheetBody className="grid content-start gap-5">
        {conflict && (
          <Banner
            role="alert"
            tone="warn"
            title="Another admin changed this dashboard after you opened it."
            action={<Button onClick={onReload}>Load the new values</Button>}
          >
            Nothing was overwritten. What you typed is still here until you load theirs.
          </Banner>
        )}
        <Field label="Client e-mail" required={!dashboard} error={errors.clientEmail} hint={emailHint(dashboard)}>
          <Input
            name="clientEmail"
            type="email"
            autoComplete="off"
            defaultValue={dashboard?.client_email ?? ""}
            readOnly={!mayNameAccount}
            placeholder="client@company.com"
          />
        </Field>
        <Field label="Business name" required error={errors.businessName}>
          <Input name="businessName" autoComplete="off" defaultValue={dashboard?.business_name ?? ""} />
        </Field>
        <Field
          label="Notion URL"
          required
          error={errors.notionUrl}
          hint={!dashboard && <NotionCheckLine address={address} />}
        >
          <Input
            name="notionUrl"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://www.notion.so/…"
          />
        </Field>
        <TemplateChoice title={title} onPick={setTitle} />
        <Field label="Dashboard title" required error={errors.dashboardTitle}>
          <Input name="dashboardTitle" value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
      </SheetBody>
      <SheetFooter>
        <SheetClose asChild>
          <Button>Cancel</Button>
        </SheetClose>
        <Button type="submit" variant="primary" loading={busy}>
          {dashboard ? "Save changes" : "Create dashboard"}
        </Button>
      </SheetFooter>
    </form>
  );
}

function emailHint(dashboard: ClientDashboard | null) {
  if (!dashboard) return "The e-mail that the client signed up with.";
  if (!isUnassigned(dashboard)) return "The account stays; delete and add to move it.";
  const original = dashboard.original_user_id;
  return (
    <>
      Unassigned. Enter the client's e-mail to assign it.
      {original && (
        <>
          {" "}
          The imported file has it for <span className="wrap-anywhere font-mono">{original}</span>.
        </>
      )}
    </>
  );
}
