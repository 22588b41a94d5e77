import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import {
  type EmailTemplate,
  PLACEHOLDERS,
  placeholderProblem,
  type TemplateText,
} from "../../../../domain/email-templates.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { emailTemplatesQuery, type StoredTemplate, saveEmailTemplate } from "./api.ts";

const HINT = `${formatNames(
  Object.entries(PLACEHOLDERS).map(([name, { label }]) => `{{${name}}} (${label})`),
)} are filled in for each lead.`;

const text = (missing: string, max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, `Use at most ${formatCount(max)} characters`),
    z.refine((typed) => placeholderProblem(typed) === null, {
      error: ({ input }) => placeholderProblem(String(input)) ?? "",
    }),
  );

/** As the database checks it. */
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name"), z.maxLength(60, "Use at most 60 characters")),
  subject: text("Enter a subject", 200),
  body: text("Enter a message", 10_000),
});

type Props = {
  /** The template to change. Undefined saves a new one. */
  template: StoredTemplate | undefined;
  /** What a new template begins with. */
  text: TemplateText;
  /** The account whose template it is; undefined for the page's. */
  account: string | undefined;
  onSaved: (template: EmailTemplate) => void;
  onClose: () => void;
};

/** Saves an email as a template for the team, or changes one. */
export function TemplateDialog(props: Props) {
  return (
    <FormDialog onClose={props.onClose} className="sm:max-w-lg">
      <TemplateForm {...props} />
    </FormDialog>
  );
}

function TemplateForm({ template, text: begun, account, onSaved, onClose }: Props) {
  const query = emailTemplatesQuery(account);
  const client = useQueryClient();
  const hint = useId();
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: async (values, id) => {
      const saved = { ...values, id: template?.id ?? id };
      // After a conflict, the next attempt replaces what the other person saved.
      const seen = client.getQueryData(query.queryKey)?.find((one) => one.id === template?.id) ?? template;
      await saveEmailTemplate(saved, seen?.updated_at, account);
      return saved;
    },
    successMessage: ({ name }) => (template ? `Changed the template “${name}”` : `Saved the template “${name}”`),
    errorMessage: "Couldn't save the template",
    fieldErrors: (error) =>
      error instanceof ServiceError && error.refusal?.code === "name_taken" ? { name: error.message } : undefined,
    invalidates: [query.queryKey],
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  useUnsavedChanges(dirty && !busy ? "this template" : null);
  const { subject, body } = template ?? begun;
  return (
    <form
      {...props}
      className="grid gap-4"
      // The form of the email is around it.
      onSubmit={(event) => {
        event.stopPropagation();
        props.onSubmit(event);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        props.onKeyDown(event);
      }}
    >
      <DialogTitle>{template ? "Change template" : "New template"}</DialogTitle>
      <DialogDescription>Everyone on the team can use and change it.</DialogDescription>
      <Field label="Name" required error={errors.name}>
        <Input name="name" defaultValue={template?.name ?? ""} autoFocus autoComplete="off" />
      </Field>
      <Field label="Subject" required error={errors.subject}>
        <Input name="subject" defaultValue={subject} autoComplete="off" />
      </Field>
      <Field label="Message" required error={errors.body}>
        <Textarea name="body" defaultValue={body} rows={8} aria-describedby={hint} />
      </Field>
      <p id={hint} className="text-ink-3 text-xs">
        {HINT}
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}
