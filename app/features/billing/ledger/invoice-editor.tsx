import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CurrencySelect } from "~/shared/currency-select.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { billingDefaultsQuery } from "./api.ts";
import { ClientPicker } from "./client-picker.tsx";
import { EditorSummary } from "./editor-summary.tsx";
import { addLine, type DraftLine, emptyLine, type InvoiceDraft } from "./invoice-draft.ts";
import { InvoicePreview } from "./invoice-preview.tsx";
import { LineFields } from "./line-fields.tsx";
import { LineMenus } from "./line-menu.tsx";
import { type Stored, useEditorShortcuts, useFocusAfterFirstSave, useInvoiceEditor } from "./use-invoice-editor.ts";
import { useLineRemoval } from "./use-line-removal.ts";

type Props = {
  initialDraft: InvoiceDraft;
  stored: Stored;
  today: string;
  /** The stored draft's account, if it is archived. */
  archivedAccount?: string | null;
  /** Discards the input and shows the stored version. */
  onReload: () => void;
};

/** The editor of a draft: client, lines with a live total, due date. Ctrl+S saves, Ctrl+Enter sends. */
export function InvoiceEditor({ initialDraft, stored, today, archivedAccount = null, onReload }: Props) {
  const { data: defaults } = useQuery(billingDefaultsQuery);
  const editor = useInvoiceEditor(initialDraft, stored, { today, archivedAccount });
  const { draft, change, errors, conflict } = editor;
  const [confirming, setConfirming] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  // Only after an attempt finds errors, not during corrections.
  useEffect(() => {
    if (editor.failures > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] :is(button, a)")?.focus();
  }, [editor.failures]);
  const ask = () => setConfirming(editor.checkToSend());
  useFocusAfterFirstSave();
  useEditorShortcuts({ save: () => void editor.save.run(), send: ask });
  const add = (line: DraftLine = emptyLine()) => {
    const lines = addLine(draft.lines, line);
    setFresh(lines.find((one) => !draft.lines.includes(one))?.key ?? null);
    change({ lines });
  };
  const removeLine = useLineRemoval(editor, ({ key }) => setFresh(key));
  const nextLine = (at: number) => {
    const after = draft.lines[at + 1];
    if (!after) return add();
    form.current?.querySelector<HTMLElement>(`[name="${after.key}-description"]`)?.focus();
  };
  return (
    <div
      ref={form}
      data-invoice-editor=""
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_400px]"
    >
      {editor.dirty && <UnsavedChangesPrompt canLeave={editor.canLeave} />}
      <div className="grid min-w-0 gap-5">
        {conflict && (
          <Banner
            tone="warn"
            role="alert"
            title={conflict}
            action={<Button onClick={onReload}>Load latest version</Button>}
          >
            Nothing was overwritten, and your changes are still below. Loading the latest version replaces them.
          </Banner>
        )}
        <Card className="grid gap-4 p-5 phone:p-4">
          <ClientPicker
            client={draft.client}
            onPick={(client) => change({ client })}
            // The page of a new invoice begins with the choice of the client.
            autoFocus={!stored}
            next={description}
            error={errors.client}
            isArchived={editor.isArchived}
            waiting="You can save this draft now, and send it when the owner has joined."
          />
          <Field label="Description" hint='Shown in the email and invoice list. Defaults to "Marketing services".'>
            <Textarea
              ref={description}
              rows={2}
              maxLength={5000}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          </Field>
          <div className="@container/dates">
            <div className="grid grid-cols-2 gap-4 max-[359px]:grid-cols-1 @min-[640px]/dates:grid-cols-4">
              <Field label="Due date" required error={errors.due}>
                <Input
                  type="date"
                  name="due"
                  min={today}
                  value={draft.due}
                  onChange={(event) => change({ due: event.target.value })}
                />
              </Field>
              <fieldset className="contents">
                <legend className="sr-only">Service period</legend>
                <Field label="Service from">
                  <Input
                    type="date"
                    name="from"
                    value={draft.from}
                    onChange={(event) => change({ from: event.target.value })}
                  />
                </Field>
                <Field label="Until" error={errors.until}>
                  <Input
                    type="date"
                    name="until"
                    min={draft.from}
                    value={draft.until}
                    onChange={(event) => change({ until: event.target.value })}
                  />
                </Field>
              </fieldset>
              <Field label="Currency">
                <CurrencySelect
                  name="currency"
                  first={[...(defaults?.currencies ?? []), initialDraft.currency]}
                  value={draft.currency}
                  onChange={(event) => editor.changeCurrency(event.target.value)}
                />
              </Field>
            </div>
          </div>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Lines</CardTitle>
          </CardHeader>
          <div className="p-5 phone:p-4">
            <div className="@container/lines grid gap-2">
              <div
                aria-hidden="true"
                className="grid grid-cols-[minmax(0,1fr)_84px_120px_116px_32px] gap-2 font-medium text-ink-3 text-xs phone:grid-cols-[minmax(0,1fr)_84px_120px_116px_44px] @max-[599px]/lines:hidden"
              >
                <span>Description</span>
                <span className="text-right">Quantity</span>
                <span className="text-right">Unit price</span>
                <span className="text-right">Amount</span>
              </div>
              <ul aria-label="Lines" className="grid gap-2 @max-[599px]/lines:gap-4">
                {draft.lines.map((line, at) => (
                  <LineFields
                    key={line.key}
                    line={line}
                    number={at + 1}
                    draft={draft}
                    errors={errors}
                    removable={draft.lines.length > 1}
                    autoFocus={line.key === fresh}
                    onChange={(next) => change({ lines: draft.lines.map((each) => (each === line ? next : each)) })}
                    onCheck={editor.checkField}
                    onRemove={() => removeLine(line)}
                    onNext={() => nextLine(at)}
                  />
                ))}
              </ul>
              <LineMenus
                clientId={draft.client?.id ?? undefined}
                currency={draft.currency}
                disabled={draft.lines.length >= 200}
                onAdd={add}
              />
            </div>
          </div>
        </Card>
      </div>
      <div className="grid gap-5 lg:sticky lg:top-16">
        <EditorSummary
          editor={editor}
          today={today}
          confirming={confirming}
          onConfirmOpen={ask}
          onConfirmClose={() => setConfirming(false)}
        />
        <InvoicePreview draft={draft} today={today} />
      </div>
    </div>
  );
}
