import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { isOutdated } from "~/shared/problem-text.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import {
  type EmailTemplate,
  fillTemplate,
  PLACEHOLDERS,
  placeholderProblem,
  type TemplateText,
  type TemplateValues,
} from "../../../../domain/email-templates.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { emailTemplatesQuery, type StoredTemplate, saveEmailTemplate } from "./api.ts";

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
  /** Of the lead of the email, for the preview. */
  values: TemplateValues;
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

function TemplateForm({ account, values, onSaved, onClose, ...given }: Props) {
  // A colleague's change must not mix with what this dialog opened with.
  const [{ template, text: begun }] = useState(given);
  /** The version that the person has seen: the one in the fields, or the one that a conflict showed. */
  const seen = useRef(template?.updated_at);
  const [theirs, setTheirs] = useState<(StoredTemplate & { problem: string }) | null>(null);
  const conflict = useRef<HTMLDivElement>(null);
  // On a phone, the buttons cover it.
  useEffect(() => {
    if (theirs) conflict.current?.scrollIntoView({ block: "center" });
  }, [theirs]);
  const query = emailTemplatesQuery(account);
  const client = useQueryClient();
  const hint = useId();
  /** The list was read again after the refusal. */
  const showConflict = (problem: string) => {
    const fresh = client.getQueryData(query.queryKey)?.find((one) => one.id === template?.id);
    if (!fresh || fresh.updated_at === seen.current) return undefined;
    seen.current = fresh.updated_at;
    setTheirs({ ...fresh, problem });
    return {};
  };
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: async (values, id) => {
      const saved = { ...values, id: template?.id ?? id };
      return { ...saved, updated_at: await saveEmailTemplate(saved, seen.current, account) };
    },
    successMessage: ({ name }) => (template ? `Changed the template “${name}”` : `Saved the template “${name}”`),
    errorMessage: "Couldn't save the template",
    fieldErrors: (error) => {
      if (!(error instanceof ServiceError)) return undefined;
      if (error.refusal?.code === "name_taken") return { name: error.message };
      return isOutdated(error) ? showConflict(error.message) : undefined;
    },
    invalidates: [query.queryKey],
    onSuccess: (saved) => {
      // The menu can change or delete this version before the list is read again.
      client.setQueryData(query.queryKey, (held) =>
        held?.some(({ id }) => id === saved.id)
          ? held.map((one) => (one.id === saved.id ? saved : one))
          : held && [...held, saved],
      );
      onSaved(saved);
      onClose();
    },
  });
  useUnsavedChanges(dirty && !busy ? "this template" : null);
  const { subject, body } = template ?? begun;
  const [written, setWritten] = useState<TemplateText>({ subject, body });
  const preview = fillTemplate(written, values);
  /** The field that had focus last. */
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const into = field.current ?? message.current;
    if (!into) return;
    const end = into.value.length;
    const [from, to] = field.current ? [into.selectionStart ?? end, into.selectionEnd ?? end] : [end, end];
    into.setRangeText(placeholder, from, to, "end");
    into.dispatchEvent(new Event("input", { bubbles: true }));
  };
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
      onInput={(event) => {
        props.onInput(event);
        const typed = new FormData(event.currentTarget);
        setWritten({ subject: String(typed.get("subject")), body: String(typed.get("body")) });
      }}
    >
      <DialogTitle>{template ? "Change template" : "New template"}</DialogTitle>
      <DialogDescription>Everyone on the team can use and change it.</DialogDescription>
      <Field label="Name" required error={errors.name}>
        <Input name="name" defaultValue={template?.name ?? ""} autoFocus autoComplete="off" />
      </Field>
      <Field label="Subject" required error={errors.subject}>
        <Input
          name="subject"
          defaultValue={subject}
          autoComplete="off"
          onFocus={(event) => {
            field.current = event.currentTarget;
          }}
        />
      </Field>
      <Field label="Message" required error={errors.body}>
        <Textarea
          ref={message}
          name="body"
          defaultValue={body}
          rows={8}
          aria-describedby={hint}
          onFocus={(event) => {
            field.current = event.currentTarget;
          }}
        />
      </Field>
      <div className="grid gap-1.5">
        <p id={hint} className="text-ink-3 text-xs">
          Placeholders are filled in for each lead. Insert one:
        </p>
        <div className="flex flex-wrap gap-1.5">
          {Object.entries(PLACEHOLDERS).map(([name, { label }]) => (
            <Button
              key={name}
              type="button"
              size="sm"
              aria-label={`Insert ${label}`}
              // The text cursor stays where it is.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(`{{${name}}}`)}
            >
              <span className="inline-block first-letter:uppercase">{label}</span>
            </Button>
          ))}
        </div>
      </div>
      {(preview.subject + preview.body).trim() && (
        <section aria-label="Preview" className="rounded-card border border-line p-3 text-13">
          <p className="text-ink-3 text-xs">Preview for this lead</p>
          <p className="wrap-anywhere mt-1 font-medium">{preview.subject}</p>
          <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-2">{preview.body}</p>
        </section>
      )}
      {theirs && (
        <Banner ref={conflict} tone="warn" role="alert" title={theirs.problem}>
          <p>Save again to replace their text with yours, or cancel to keep theirs:</p>
          <dl className="mt-1.5 grid gap-1.5">
            {[
              ["Name", theirs.name],
              ["Subject", theirs.subject],
              ["Message", theirs.body],
            ].map(([label, said]) => (
              <div key={label}>
                <dt className="text-ink-3 text-xs">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{said}</dd>
              </div>
            ))}
          </dl>
        </Banner>
      )}
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
