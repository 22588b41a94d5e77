import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { useAction } from "~/shared/use-action.ts";
import { cn } from "~/ui/cn.ts";
import { SelectMenu } from "~/ui/select-menu.tsx";
import { SourceIcon } from "~/ui/source-icon.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
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
  /** For stages that may need a dialog: returns true, and moves the lead after `onDone`. */
  onStage: (lead: LeadRow, stage: string) => boolean;
  onSaved: () => Promise<unknown>;
};

const CONTROL =
  "absolute inset-x-0 inset-y-1 rounded-sm border border-accent bg-surface px-2 text-13 outline-0 focus-visible:outline-2 focus-visible:outline-focus aria-invalid:border-bad-dot";

/** A cell in edit mode: a text that Enter saves, or an open menu. Escape cancels. The input stays when it can't be saved. */
export function EditCell({ lead, field, label, currency, choices, onDone, onStage, onSaved }: Props) {
  const [typed, setTyped] = useState(() => shown(lead, field, currency));
  const isChosen = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
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
    onSuccess: async ({ batchIds }, changes) => {
      offerUndo({ text: savedText(lead, field, changes, choices), undo: () => undoChange(batchIds) });
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
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone();
    }
    // After a problem, the menu's button saves again instead of opening the menu.
    if (event.key === "Enter" && (!choices || problem)) {
      event.preventDefault();
      void save(typed);
    }
  };
  const name = `${label} of ${leadName(lead)}`;
  return (
    <>
      {choices ? (
        <SelectMenu
          label={name}
          value={typed}
          options={choices.map((choice) => ({ ...choice, icon: iconOf(field, choice) }))}
          defaultOpen
          className={cn(CONTROL, "h-auto gap-1.5 phone:h-auto", problem && "border-bad-dot")}
          onKeyDown={onKeyDown}
          onChange={(value) => {
            isChosen.current = true;
            setTyped(value);
            void save(value);
          }}
          onClose={() => !isChosen.current && onDone()}
        />
      ) : (
        <input
          ref={input}
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          className={cn(CONTROL, "phone:text-base")}
          value={typed}
          maxLength={320}
          inputMode={field === "value_cents" ? "decimal" : undefined}
          onKeyDown={onKeyDown}
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

function iconOf(field: keyof LeadRow, { value, label }: Choice) {
  if (field === "stage") return <StageIcon stage={value} />;
  if (field === "source") return <SourceIcon source={value} />;
  return value && <PersonAvatar userId={value} name={label} size={20} />;
}

/** As after Assign and a move on the board. */
function savedText(lead: LeadRow, field: keyof LeadRow, changes: LeadChanges, choices: Choice[] | undefined): string {
  const name = leadName(lead);
  const labelOf = (chosen: unknown) => choices?.find(({ value }) => value === chosen)?.label;
  if (field === "stage") return `Moved ${name} to ${labelOf(changes["stage"])}`;
  if (field !== "owner_id") return `Changed the ${fieldText(field)} of ${name}`;
  return changes["user_id"] ? `Assigned ${name} to ${labelOf(changes["user_id"])}` : `Unassigned ${name}`;
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
