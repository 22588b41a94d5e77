import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { fullName } from "~/shared/display-name.ts";
import { useAction } from "~/shared/use-action.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { useSession } from "~/shared/use-session.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import {
  fillTemplate,
  STARTER_TEMPLATES,
  type TemplateText,
  type TemplateValues,
  toTemplate,
} from "../../../../domain/email-templates.ts";
import { deleteEmailTemplate, emailTemplatesQuery, type StoredTemplate, saveEmailTemplate } from "./api.ts";
import { type EmailDraft, readEmail, templateChange, writeEmail } from "./email-draft.ts";
import type { LeadRef } from "./lead-types.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { offerUndo } from "./undo-stack.ts";

/** A template is saved without spaces at its ends. */
const isSame = (one: TemplateText, other: TemplateText) =>
  one.subject.trim() === other.subject.trim() && one.body.trim() === other.body.trim();

/** The entry of the list for a template whose text was edited, so that the template itself can be chosen again. */
const EDITED = "edited";

/** What the placeholders mean in an email to this lead. It is in the name of the lead's account. */
function useTemplateValues(lead: LeadRef): TemplateValues {
  const { user } = useSession();
  const profile = useProfile(user?.id ?? "").data;
  const agency = useAgencyContact().data?.name;
  return {
    first_name: lead.first_name,
    company: lead.company,
    agency: lead.account?.name ?? agency ?? null,
    sender: fullName(profile, user?.email),
  };
}

/** Chooses a template for an email. Its menu saves the text as a template, and changes or deletes the team's own. */
export function TemplateField({ lead, email }: { lead: LeadRef; email: EmailDraft }) {
  const account = lead.account?.slug;
  const query = emailTemplatesQuery(account);
  const client = useQueryClient();
  const { data: own = [], isError } = useQuery(query);
  const all = [...own, ...STARTER_TEMPLATES];
  const values = useTemplateValues(lead);
  const [dialog, setDialog] = useState<{ changed: StoredTemplate | undefined; wasEdited: boolean } | null>(null);
  const chosen = own.find(({ id }) => id === email.template);
  // A colleague may have deleted it.
  const shown = all.find(({ id }) => id === email.template);
  const isEdited = shown !== undefined && !isSame(fillTemplate(shown, values), email);
  const open = (changed?: StoredTemplate) => setDialog({ changed, wasEdited: !shown || isEdited });
  const choose = (id: string) => {
    const { subject, body, template: before, setTemplate } = email;
    setTemplate(id);
    const template = all.find((one) => one.id === id);
    // The text of a template is not typed text.
    const isUntyped = all.some((one) => isSame(fillTemplate(one, values), { subject, body }));
    if (!template) {
      if (isUntyped) writeEmail(lead, { subject: "", body: "" });
      return;
    }
    const next = fillTemplate(template, values);
    writeEmail(lead, next);
    if (!(subject + body).trim() || isUntyped) return;
    offerUndo({
      text: `Replaced your text with “${template.name}”`,
      change: templateChange(lead),
      undo: async () => {
        if (!isSame(readEmail(lead), next)) return { restored: 0, kept: 1 };
        writeEmail(lead, { subject, body });
        setTemplate(before);
        return { restored: 1, kept: 0 };
      },
    });
  };
  const deleting = useAction({
    action: (template: StoredTemplate) => deleteEmailTemplate(template, account),
    errorMessage: "Couldn't delete the template",
    invalidates: [query.queryKey],
    onSuccess: (_, template) => {
      email.setTemplate("");
      offerUndo({
        text: `Deleted the template “${template.name}”`,
        undo: async () => {
          await saveEmailTemplate(template, undefined, account);
          await client.invalidateQueries({ queryKey: query.queryKey });
          return { restored: 1, kept: 0 };
        },
      });
    },
  });
  return (
    <div className="grid gap-1">
      <div className="flex items-end gap-1.5">
        <Field label="Template" className="min-w-0 grow">
          <NativeSelect value={isEdited ? EDITED : (shown?.id ?? "")} onChange={(event) => choose(event.target.value)}>
            <option value="">No template</option>
            {isEdited && <option value={EDITED}>{shown.name} (edited)</option>}
            {own.length === 0 ? (
              <Options templates={STARTER_TEMPLATES} />
            ) : (
              <>
                <optgroup label="Your team's">
                  <Options templates={own} />
                </optgroup>
                <optgroup label="Examples">
                  <Options templates={STARTER_TEMPLATES} />
                </optgroup>
              </>
            )}
          </NativeSelect>
        </Field>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label="Template options">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem onSelect={() => open()}>
              {(email.subject + email.body).trim() ? "Save as a new template…" : "New template…"}
            </DropdownMenuItem>
            {chosen && (
              <>
                <DropdownMenuItem onSelect={() => open(chosen)}>Change this template…</DropdownMenuItem>
                <DropdownMenuItem variant="danger" onSelect={() => void deleting.run(chosen)}>
                  Delete this template
                </DropdownMenuItem>
              </>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {isError && <p className="text-ink-3 text-xs">Your team's templates couldn't be loaded.</p>}
      {dialog && (
        <TemplateDialog
          template={dialog.changed}
          text={toTemplate(email, values)}
          values={values}
          account={account}
          onSaved={(template) => {
            const next = fillTemplate(template, values);
            // The template names the text of the email, so either that text is saved, or the email gets what is.
            if (!dialog.wasEdited) writeEmail(lead, next);
            const isOf = dialog.changed || !dialog.wasEdited || isSame(readEmail(lead), next);
            email.setTemplate(isOf ? template.id : "");
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

const Options = ({ templates }: { templates: readonly { id: string; name: string }[] }) =>
  templates.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
