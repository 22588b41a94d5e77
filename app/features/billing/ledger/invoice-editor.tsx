import { Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { ClientPicker } from "./client-picker.tsx";
import { EditorSummary } from "./editor-summary.tsx";
import { type DraftErrors, type DraftLine, emptyLine, type InvoiceDraft, lineAmount } from "./invoice-draft.ts";
import { type Stored, useEditorShortcuts, useInvoiceEditor } from "./use-invoice-editor.ts";

type Props = {
  initialDraft: InvoiceDraft;
  stored: Stored;
  today: string;
  /** Discards the input and shows the stored version. */
  onReload: () => void;
};

/** The editor of a draft: client, lines with a live total, due date. Ctrl+S saves, Ctrl+Enter sends. */
export function InvoiceEditor({ initialDraft, stored, today, onReload }: Props) {
  const editor = useInvoiceEditor(initialDraft, stored, today);
  const { draft, change, errors, conflict } = editor;
  const [confirming, setConfirming] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const wrong = Object.keys(errors).length > 0;
  // Only after an attempt finds errors, not during corrections.
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [wrong]);
  const ask = () => setConfirming(editor.checkToSend());
  useEditorShortcuts({ save: () => void editor.save.run(), send: ask });
  const addLine = () => {
    const line = emptyLine();
    setFresh(line.key);
    change({ lines: [...draft.lines, line] });
  };
  const nextLine = (at: number) => {
    const after = draft.lines[at + 1];
    if (!after) return addLine();
    form.current?.querySelector<HTMLElement>(`[name="${after.key}-description"]`)?.focus();
  };
  return (
    <div ref={form} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
      {editor.dirty && <UnsavedChangesPrompt canLeave={editor.canLeave} />}
      <div className="grid min-w-0 gap-5">
        {conflict && (
          <Banner
            tone="warn"
            role="alert"
            title={conflict}
            action={<Button onClick={onReload}>Show what it is now</Button>}
          >
            What you typed still stands below. Showing what it is now replaces it.
          </Banner>
        )}
        <Card className="grid gap-4 p-5 phone:p-4">
          <ClientPicker client={draft.client} onPick={(client) => change({ client })} error={errors.client} />
          <Field label="Description" hint="Stands in the e-mail and in the list. Empty reads Marketing services.">
            <Textarea
              rows={2}
              maxLength={5000}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          </Field>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Lines</CardTitle>
          </CardHeader>
          <div className="grid gap-2 p-5 phone:p-4">
            <div
              aria-hidden="true"
              className="grid grid-cols-[minmax(0,1fr)_84px_120px_116px_32px] gap-2 font-medium text-ink-3 text-xs phone:hidden"
            >
              <span>Description</span>
              <span className="text-right">Quantity</span>
              <span className="text-right">Unit price</span>
              <span className="text-right">Amount</span>
            </div>
            <ul aria-label="Lines" className="grid gap-2 phone:gap-4">
              {draft.lines.map((line, at) => (
                <LineFields
                  key={line.key}
                  line={line}
                  number={at + 1}
                  currency={draft.currency}
                  errors={errors}
                  removable={draft.lines.length > 1}
                  autoFocus={line.key === fresh}
                  onChange={(next) => change({ lines: draft.lines.map((each) => (each === line ? next : each)) })}
                  onRemove={() => change({ lines: draft.lines.filter((each) => each !== line) })}
                  onNext={() => nextLine(at)}
                />
              ))}
            </ul>
            <Button
              variant="ghost"
              className="mt-1 w-fit"
              disabled={draft.lines.length >= 200}
              icon={<Plus aria-hidden="true" />}
              onClick={addLine}
            >
              Add a line
            </Button>
          </div>
        </Card>
      </div>
      <EditorSummary
        editor={editor}
        today={today}
        confirming={confirming}
        onConfirmOpen={ask}
        onConfirmClose={() => setConfirming(false)}
        fields={
          <>
            <Field label="Due date" required error={errors.due}>
              <Input
                type="date"
                name="due"
                min={today}
                value={draft.due}
                onChange={(event) => change({ due: event.target.value })}
              />
            </Field>
            <Field label="Currency" error={errors.currency}>
              <Input
                name="currency"
                className="uppercase"
                maxLength={3}
                autoComplete="off"
                value={draft.currency}
                onChange={(event) => change({ currency: event.target.value })}
              />
            </Field>
          </>
        }
      />
    </div>
  );
}

type LineFieldsProps = {
  line: DraftLine;
  number: number;
  currency: string;
  errors: DraftErrors;
  removable: boolean;
  /** The user just added this line, so its first field gets focus. */
  autoFocus: boolean;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
  onNext: () => void;
};

/** One line: description, quantity, price and amount. Enter moves to the next line. */
function LineFields({
  line,
  number,
  currency,
  errors,
  removable,
  autoFocus,
  onChange,
  onRemove,
  onNext,
}: LineFieldsProps) {
  const amount = lineAmount(line, currency);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (autoFocus) row.current?.querySelector("input")?.focus();
  }, [autoFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onNext();
  };
  const field = (part: "description" | "quantity" | "unit") => ({
    name: `${line.key}-${part}`,
    value: line[part],
    onKeyDown,
    onChange: (event: { target: { value: string } }) => onChange({ ...line, [part]: event.target.value }),
  });
  const error = (part: string) => errors[`${line.key}-${part}`];
  return (
    <li
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)_84px_120px_116px_32px] items-start gap-2 phone:grid-cols-[72px_minmax(0,1fr)_auto_44px] phone:border-line-soft phone:border-b phone:pb-4 phone:last:border-b-0 phone:last:pb-0"
    >
      <Field
        label={`Description of line ${number}`}
        hideLabel
        error={error("description")}
        className="phone:col-span-4"
      >
        <Input {...field("description")} placeholder="What it is for" maxLength={500} />
      </Field>
      <Field label={`Quantity of line ${number}`} hideLabel error={error("quantity")}>
        <Input {...field("quantity")} inputMode="numeric" className="num text-right" maxLength={6} />
      </Field>
      <Field label={`Unit price of line ${number}`} hideLabel error={error("unit")}>
        <Input {...field("unit")} inputMode="decimal" placeholder="0.00" className="num text-right" maxLength={16} />
      </Field>
      <output className="num flex h-9 items-center justify-end whitespace-nowrap text-13 phone:h-11">
        {amount === null || !/^[a-z]{3}$/i.test(currency) ? "–" : formatMoney({ amount, currency })}
      </output>
      <Button
        variant="ghost"
        size="icon"
        className="mt-0.5 phone:mt-0"
        disabled={!removable}
        aria-label={`Remove line ${number}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}
