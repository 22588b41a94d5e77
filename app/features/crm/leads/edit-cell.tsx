import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAction } from "~/shared/use-action.ts";
import { cn } from "~/ui/cn.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import { changeLeads, type LeadChanges, refusedChangeText, undoChange } from "../lib/change-leads.ts";
import { fieldText } from "../lib/crm-format.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import type { Choice } from "../lib/use-filter-choices.ts";

type Props = {
  lead: LeadRow;
  field: keyof LeadRow;
  label: string;
  currency: string;
  choices: Choice[] | undefined;
  /** Also moves the focus. */
  onDone: () => void;
  /** Opens a dialog for stages that need one, and then returns true. */
  onStage: (lead: LeadRow, stage: string) => boolean;
  onSaved: () => Promise<unknown>;
};

const CONTROL =
  "absolute inset-x-0 inset-y-1 rounded-sm border border-accent bg-surface px-2 text-13 outline-0 focus-visible:outline-2 focus-visible:outline-focus aria-invalid:border-bad-dot";

/** A cell in edit mode. Enter saves, Escape cancels. The typed text stays when it cannot be saved. */
export function EditCell({ lead, field, label, currency, choices, onDone, onStage, onSaved }: Props) {
  const [typed, setTyped] = useState(() => shown(lead, field, currency));
  const byKey = useRef(false);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    control.current?.focus();
  }, []);
  const saving = useAction({
    action: (changes: LeadChanges) => changeLeads([lead.id], changes, { seenVersion: lead.version }),
    explain: async (error) => {
      const refused = await refusedChangeText(error, lead.id, leadName(lead));
      // The next Enter is based on the newest version, because the user has seen the conflict.
      await onSaved();
      return `${refused} Press Enter to save your change or Escape to keep theirs.`;
    },
    errorMessage: "Couldn't save the change",
    showProblem: "inline",
    onSuccess: async ({ batchIds }) => {
      const column = field === "owner_id" ? "user_id" : field;
      offerUndo({ text: `Changed the ${fieldText(column)} of ${leadName(lead)}`, undo: () => undoChange(batchIds) });
      await onSaved();
      onDone();
    },
  });
  const { busy, problem, setProblem } = saving;
  const save = async (text: string) => {
    if (busy) return;
    if (text === shown(lead, field, currency) || (field === "stage" && onStage(lead, text))) return onDone();
    const noPhone = field === "phone" && phoneProblem(text);
    if (noPhone) return setProblem(noPhone);
    const changes = toChanges(field, text, currency);
    if (!changes) return setProblem("Enter an amount, such as 4,450");
    await saving.run(changes);
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
            // Arrow keys pass over choices that the user does not want, so only Enter or blur saves a choice made by key.
            if (!byKey.current) void save(event.target.value);
          }}
          onBlur={() => !problem && !busy && void save(typed)}
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
  if (field !== "value_cents") return { [field]: plain || null };
  if (!plain) return { value_cents: null };
  const cents = readAmount(plain, currency);
  return cents === null ? null : { value_cents: cents };
}
