import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import { changeLeads, type LeadChanges, undoChange } from "../lib/change-leads.ts";
import { refusedChangeText } from "../lib/conflict.ts";
import { fieldText } from "../lib/crm-format.ts";
import type { LeadRow } from "../lib/lead-row.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import type { Choice } from "../lib/use-filter-choices.ts";

type Props = {
  lead: LeadRow;
  field: keyof LeadRow;
  label: string;
  currency: string;
  choices: Choice[] | undefined;
  /** Where focus goes afterwards is the caller's. */
  onDone: () => void;
  /** Stages that ask for more than a click; true when this one does. */
  onStage: (lead: LeadRow, stage: string) => boolean;
  onSaved: () => Promise<unknown>;
};

const CONTROL =
  "absolute inset-x-0 inset-y-1 rounded-sm border border-accent bg-surface px-2 text-13 outline-none focus-visible:outline-2 focus-visible:outline-focus aria-invalid:border-bad-dot";

/** A cell while it is edited: Enter saves, Escape leaves it as it was. What is typed stays when saving is refused. */
export function EditCell({ lead, field, label, currency, choices, onDone, onStage, onSaved }: Props) {
  const [typed, setTyped] = useState(() => shown(lead, field, currency));
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false);
  const byKey = useRef(false);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => control.current?.focus(), []);
  const save = async (text: string) => {
    if (busy.current) return;
    if (text === shown(lead, field, currency) || (field === "stage" && onStage(lead, text))) return onDone();
    const noPhone = field === "phone" && phoneProblem(text);
    if (noPhone) return setProblem(noPhone);
    const changes = toChanges(field, text, currency);
    if (!changes) return setProblem("Enter an amount, such as 4,450");
    busy.current = true;
    try {
      const { batchIds } = await changeLeads([lead.id], changes, { seenVersion: lead.version });
      const column = field === "owner_id" ? "user_id" : field;
      offerUndo({ text: `Changed the ${fieldText(column)} of ${leadName(lead)}`, undo: () => undoChange(batchIds) });
      await onSaved();
      onDone();
    } catch (error) {
      const refused = await refusedChangeText(error, lead.id, leadName(lead));
      // The next Enter is about the newest version: who presses it has read this.
      await onSaved();
      setProblem(`${refused} Enter saves yours, Escape keeps theirs.`);
    } finally {
      busy.current = false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    byKey.current = true;
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone();
    }
    if (event.key === "Enter") {
      event.preventDefault();
      void save(typed);
    }
  };
  const common = {
    ref: control,
    "aria-label": `${label} of ${leadName(lead)}`,
    "aria-invalid": problem ? true : undefined,
    className: cn(CONTROL, "phone:text-base"),
    value: typed,
    onKeyDown,
  };
  return (
    <>
      {choices ? (
        <select
          {...common}
          onPointerDown={() => {
            byKey.current = false;
          }}
          onChange={(event) => {
            setTyped(event.target.value);
            // Arrow keys pass by choices that nobody wants: those are saved with Enter, or by leaving.
            if (!byKey.current) void save(event.target.value);
          }}
          onBlur={() => !problem && !busy.current && void save(typed)}
        >
          {choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          maxLength={320}
          inputMode={field === "value_cents" ? "decimal" : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => !problem && void save(typed)}
        />
      )}
      {problem && (
        <p
          role="alert"
          className="on-raised absolute top-full left-0 z-10 w-72 rounded-ctl bg-raised p-2 text-bad-fg text-xs shadow-pop"
        >
          {problem}
        </p>
      )}
    </>
  );
}

function shown(lead: LeadRow, field: keyof LeadRow, currency: string): string {
  const value = lead[field];
  if (field === "value_cents") return value === null ? "" : formatInputAmount({ amount: Number(value), currency });
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

function toChanges(field: keyof LeadRow, text: string, currency: string): LeadChanges | null {
  const plain = text.trim();
  if (field === "owner_id") return { user_id: plain || null };
  if (field === "tags")
    return {
      tags: plain
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean),
    };
  if (field !== "value_cents") return { [field]: plain || null };
  if (!plain) return { value_cents: null };
  const cents = readAmount(plain, currency);
  return cents === null ? null : { value_cents: cents };
}
