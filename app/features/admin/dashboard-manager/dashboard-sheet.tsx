import { CircleCheck, Info } from "lucide-react";
import { useState } from "react";
import { ClientCombobox, type ClientOption } from "~/shared/client-combobox.tsx";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useAskFirst, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { ReadOnlyText } from "~/ui/read-only-text.tsx";
import { SheetBody, SheetClose, SheetContent, SheetFooter, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { checkNotionUrl } from "../../../../domain/notion-check.ts";
import { type ClientDashboard, isUnassigned, loadDashboard } from "./api.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { ExistingDashboard } from "./existing-dashboard.tsx";
import { useDashboardForm } from "./use-dashboard-form.ts";

const DASHBOARD_TEMPLATES = [
  {
    name: "lead_dashboard",
    title: "Lead Dashboard",
    description: "Standard lead tracking and conversion metrics",
  },
  {
    name: "sales_pipeline",
    title: "Sales Pipeline",
    description: "Open deals by stage, with value and next step",
  },
  {
    name: "campaign_analytics",
    title: "Campaign Analytics",
    description: "Spend, clicks and cost per lead for each campaign",
  },
  {
    name: "client_reporting",
    title: "Client Reporting",
    description: "Monthly results against the goals you agreed on",
  },
] as const;

const DEFAULT_TITLE = DASHBOARD_TEMPLATES[0].title;

type Props = { dashboard: ClientDashboard | null; onClose: () => void };

/** Adds or edits a dashboard beside the table; on a phone it opens from the bottom. Mount it to open it. */
export function DashboardSheet({ dashboard, onClose }: Props) {
  const [current, setCurrent] = useState(dashboard);
  const reload = useAction({
    action: async () => current && loadDashboard(current),
    errorMessage: MANAGE_TEXTS.loadFailed,
    explain: () => MANAGE_TEXTS.loadFailed,
    onSuccess: (fresh) => {
      if (fresh) return setCurrent(fresh);
      toast.error(MANAGE_TEXTS.updateFailed, { description: "Someone else deleted this dashboard." });
      onClose();
    },
  });
  return (
    <FormDialog
      Content={SheetContent}
      onClose={onClose}
      aria-describedby={undefined}
      // The first Escape closes an open list of clients only.
      onEscapeKeyDown={(event) => {
        if (document.activeElement?.getAttribute("aria-expanded") === "true") event.preventDefault();
      }}
    >
      <SheetHeader>
        <SheetTitle>{current ? `Edit ${current.business_name}` : "Add Dashboard"}</SheetTitle>
      </SheetHeader>
      {/* The key resets the form when the values change. */}
      <DashboardForm
        key={current?.updated_at ?? "new"}
        dashboard={current}
        onDone={onClose}
        onReload={() => void reload.run()}
        onEdit={setCurrent}
      />
    </FormDialog>
  );
}

type FormProps = {
  /** The dashboard to edit; null for a new one. */
  dashboard: ClientDashboard | null;
  onDone: () => void;
  onReload: () => void;
  /** Shows the dashboard that the chosen client has already. */
  onEdit: (dashboard: ClientDashboard) => void;
};

/** Spec §2: client_email, business_name, notion_url and dashboard_title. A template can fill the title. */
function DashboardForm({ dashboard, onDone, onReload, onEdit }: FormProps) {
  const { props, errors, busy, dirty, conflict } = useDashboardForm(dashboard, onDone);
  useUnsavedChanges(dirty && !busy ? (dashboard ? "these changes" : "this dashboard") : null);
  const [email, setEmail] = useState(dashboard?.client_email ?? "");
  const [picked, setPicked] = useState<ClientOption | null>(null);
  // Until someone types a name, it follows the client.
  const [business, setBusiness] = useState(dashboard?.business_name ?? null);
  const [address, setAddress] = useState(dashboard?.notion_database_url ?? "");
  const [checked, setChecked] = useState(false);
  const [title, setTitle] = useState<string>(dashboard?.dashboard_title ?? DEFAULT_TITLE);
  const askFirst = useAskFirst();
  // The chosen client is what leads to their dashboard, so that alone is no loss.
  const isFilled = Boolean(business || address || title !== DEFAULT_TITLE);
  const edit = (existing: ClientDashboard) => (isFilled ? askFirst(() => onEdit(existing)) : onEdit(existing));
  const mayNameAccount = !dashboard || isUnassigned(dashboard);
  return (
    <form {...props} className="flex min-h-0 flex-1 flex-col">
      <SheetBody className="grid auto-rows-max content-start gap-5">
        {conflict && (
          <Banner
            role="alert"
            tone="warn"
            title="Another admin changed this dashboard after you opened it"
            action={<Button onClick={onReload}>Load latest version</Button>}
          >
            Nothing was overwritten. Loading the latest version discards what you typed.
          </Banner>
        )}
        {mayNameAccount ? (
          <ClientCombobox
            label="Client email"
            name="clientEmail"
            type="email"
            typed={email}
            onType={(typed) => {
              setEmail(typed);
              setPicked(null);
            }}
            onPick={(client) => {
              setEmail(client.email ?? "");
              setPicked(client);
              setBusiness((typed) => typed || null);
            }}
            required={!dashboard}
            placeholder="Name, company or email"
            hint={emailHint(dashboard)}
            error={errors.clientEmail}
            empty="No matching active clients. A client has to sign up first."
          />
        ) : (
          <Field label="Client email" hint={emailHint(dashboard)}>
            <ReadOnlyText name="clientEmail" value={dashboard.client_email ?? ""} />
          </Field>
        )}
        {!dashboard && picked && <ExistingDashboard client={picked} onEdit={edit} />}
        <Field label="Business name" required error={errors.businessName}>
          <Input
            name="businessName"
            autoComplete="off"
            value={business ?? suggestedName(picked)}
            onChange={(event) => setBusiness(event.target.value)}
          />
        </Field>
        <Field
          label="Notion URL"
          required
          error={errors.notionUrl}
          // The live check waits until something was typed, and an error says enough.
          hint={!dashboard && !errors.notionUrl && <NotionCheckLine address={checked ? address : null} />}
        >
          <Input
            name="notionUrl"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setChecked(true);
            }}
            onBlur={() => setChecked(true)}
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

/** The client's business, or else the person. */
const suggestedName = (client: ClientOption | null): string => (client ? client.company || client.name : "");

function emailHint(dashboard: ClientDashboard | null) {
  if (!dashboard) return "The email the client signed up with.";
  if (!isUnassigned(dashboard)) return "To move this dashboard to another account, delete it and add it again.";
  if (dashboard.account_id)
    return `Belongs to ${dashboard.account_name ?? "an account"}, whose people see it. Enter a client's email to give it to them instead.`;
  const original = dashboard.original_user_id;
  return (
    <>
      Unassigned. Enter the client's email to assign it.
      {original && (
        <>
          {" "}
          In the imported file, it belongs to <span className="wrap-anywhere font-mono">{original}</span>.
        </>
      )}
    </>
  );
}

type ChoiceProps = { title: string; onPick: (title: string) => void };

/** The four templates (spec §2). A template fills the title, and the user can still change it. */
function TemplateChoice({ title, onPick }: ChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-13">Template</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {DASHBOARD_TEMPLATES.map((template) => (
          <label
            key={template.name}
            className={cn(
              "grid min-h-14 cursor-pointer content-center gap-0.5 rounded-ctl border border-line px-3 py-2 hover:border-line-strong",
              "has-checked:border-ink has-checked:shadow-[inset_0_0_0_.5px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 forced:has-checked:border-[Highlight]",
            )}
          >
            <input
              type="radio"
              name="template"
              value={template.name}
              checked={template.title === title}
              onChange={() => onPick(template.title)}
              className="sr-only"
            />
            <span className="font-medium text-13">{template.title}</span>
            <span className="text-ink-3 text-xs">{template.description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The live Notion check (spec §5). It advises and does not block. */
function NotionCheckLine({ address }: { address: string | null }) {
  if (address === null) return "The link of the page that is shared to the web.";
  const { valid, text } = checkNotionUrl(address);
  const Icon = valid ? CircleCheck : Info;
  return (
    <span aria-live="polite" className={valid ? "flex items-start gap-1 text-ok-fg" : "flex items-start gap-1"}>
      <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span>{text}</span>
    </span>
  );
}
