import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { cn } from "~/ui/cn.ts";
import { EmailText } from "~/ui/email-text.tsx";
import { FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { Link } from "~/ui/link.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { formatNames } from "../../../../domain/format-list.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { websiteLink } from "../../../../domain/web-address.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { leadQuery } from "../lib/api.ts";
import { changeLeads, undoChange } from "../lib/change-leads.ts";
import { fieldText } from "../lib/crm-format.ts";
import { type FactEdit, keepEdit, keptEdit } from "../lib/drafts.ts";
import { factText } from "../lib/lead-facts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type FactField, parseInputValue, toInputValue } from "./fact-fields.ts";

/** A fact and its value. A click edits the value in place. Enter saves, Escape cancels. */
export function FactRow({ lead, fact, editable }: { lead: LeadDetail; fact: FactField; editable: boolean }) {
  const state = useEditFact(lead, fact);
  const { start } = state;
  // What was typed before the lead was merged or the plan ended is kept, but can't be saved.
  const edit = editable ? state.edit : null;
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!edit && wasEditing.current) opener.current?.focus();
    wasEditing.current = edit !== null;
  }, [edit]);
  return (
    <div>
      <dt className={edit ? "col-span-full" : undefined}>{fact.label}</dt>
      <dd className={cn("relative", edit && "col-span-full", fact.kind === "long" && "whitespace-pre-line")}>
        {edit ? (
          <FactEditor fact={fact} {...state} edit={edit} />
        ) : (
          <>
            <FactValue lead={lead} fact={fact} />
            {editable && (
              <button
                ref={opener}
                type="button"
                aria-label={`Edit ${fact.label.toLowerCase()}`}
                onClick={start}
                className="-inset-x-1.5 absolute inset-y-0.5 phone:inset-y-0 cursor-text rounded-sm hover:bg-hover [&:has(+a)]:right-auto"
              />
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function FactValue({ lead, fact }: { lead: LeadDetail; fact: FactField }) {
  const value = lead[fact.field];
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return <span className="text-ink-3">–</span>;
  if (fact.kind === "money")
    return (
      <>
        <span className="num whitespace-nowrap">{factText(fact.field, value, lead)}</span>{" "}
        <span className="ml-1 text-ink-3 text-xs">first year</span>
      </>
    );
  const text = factText(fact.field, value, lead);
  const link = fact.type === "url" && websiteLink(text);
  if (link)
    return (
      <Link subtle href={link} className="relative z-1" target="_blank" rel="noreferrer">
        {text.replace(/^(https?:\/\/)?(www\.)?/i, "").replace(/\/$/, "")}
      </Link>
    );
  if (fact.type === "email")
    return (
      <span>
        <EmailText address={text} />
      </span>
    );
  return <span className={fact.type === "tel" ? "num" : undefined}>{text}</span>;
}

type EditorProps = Omit<ReturnType<typeof useEditFact>, "edit" | "start"> & {
  fact: FactField;
  edit: { typed: string; isKept?: boolean };
};

function FactEditor({ fact, edit, busy, problem, foreign, write, save, stop }: EditorProps) {
  const field = useRef<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>(null);
  const hint = useId();
  // A field that was there before the lead came back leaves the focus where it is.
  const isBegun = useRef(!edit.isKept);
  useEffect(() => {
    if (isBegun.current) field.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === "Enter" && (fact.kind !== "long" || event.metaKey || event.ctrlKey);
    if (saves) {
      event.preventDefault();
      void save();
    }
    if (event.key === "Escape") {
      // Escape closes only this field, not the drawer around it.
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      stop();
    }
  };
  const wiring = {
    ref: field,
    value: edit.typed,
    maxLength: fact.maxLength,
    "aria-label": fact.label,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": hint,
    onKeyDown,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
    className: cn(controlClasses, "h-8 px-2 text-13 phone:h-11", fact.kind === "long" && "h-28 py-1.5 phone:h-36"),
  };
  return (
    <div className="grid gap-1 [--field:32px]">
      <div className="flex items-start gap-1">
        {fact.kind === "long" ? (
          <textarea {...wiring} />
        ) : fact.kind === "source" || fact.kind === "contact" ? (
          <Choices fact={fact} wiring={wiring} />
        ) : (
          <input {...wiring} type={fact.type === "url" ? "text" : (fact.type ?? "text")} autoComplete="off" />
        )}
        <IconButton label="Save" size="sm" className="mt-0.5" onClick={() => void save()} disabled={busy}>
          <Check aria-hidden="true" />
        </IconButton>
        <IconButton label="Cancel" size="sm" className="mt-0.5" onClick={stop}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div id={hint} role="status">
        {foreign !== null && !problem && <p className="text-ink-3 text-xs">Someone else changed this to: {foreign}</p>}
        <FieldError id={undefined}>{problem}</FieldError>
      </div>
    </div>
  );
}

const CONTACTS = ["Email", "SMS", "Phone"];

function Choices({
  fact,
  wiring,
}: {
  fact: FactField;
  wiring: React.ComponentProps<"select"> & { maxLength?: number };
}) {
  const { maxLength: _none, ...rest } = wiring;
  const values = fact.kind === "source" ? SOURCE_KEYS : CONTACTS;
  const odd = typeof rest.value === "string" && rest.value && !values.includes(rest.value) ? [rest.value] : [];
  return (
    <select {...rest}>
      {fact.kind === "contact" && <option value="">Unknown</option>}
      {[...values, ...odd].map((value) => (
        <option key={value} value={value}>
          {fact.kind === "source" ? sourceText(value) : value}
        </option>
      ))}
    </select>
  );
}

/** Consent is for one address (private.derive_lead_fields). */
const endsConsent = (lead: LeadDetail, { field }: FactField, value: Json) =>
  field === "email" &&
  lead.consent_at !== null &&
  Boolean(lead.email?.trim()) &&
  lead.email?.trim().toLowerCase() !==
    String(value ?? "")
      .trim()
      .toLowerCase();

const CONSENT_ENDED = ". Their consent was for the earlier address, so emails and texts need a new one";

/**
 * The state of editing a fact. A refetch does not change the typed text. The server refuses a change that is based on an older
 * version, and the message says who changed what.
 */
function useEditFact(lead: LeadDetail, fact: FactField) {
  const client = useQueryClient();
  // A lead that comes back into the user's sight still has what they typed.
  const [edit, setEdit] = useState<(FactEdit & { isKept?: boolean }) | null>(() => {
    const kept = keptEdit(lead.id, fact.label);
    return kept && { ...kept, isKept: true };
  });
  const stored = toInputValue(lead, fact);
  const start = () => setEdit({ typed: stored, from: stored, version: lead.version });
  const write = (typed: string) => {
    if (!edit) return;
    const next = { ...edit, typed };
    setEdit(next);
    keepEdit(lead.id, fact.label, next);
  };
  /** Keeps the typed text and bases the next try on the newest version. */
  const explainConflict = async () => {
    const fresh = await client.fetchQuery({ ...leadQuery(lead.id), staleTime: 0 });
    setEdit((held) => held && { ...held, version: fresh.version });
    return conflictText(fresh);
  };
  const saving = useAction({
    action: (value: Json) => changeLeads([lead.id], { [fact.field]: value }, { seenVersion: edit?.version }),
    // This read can fail too, for example when the lead has a new owner or the network is down. The typed text stays.
    explain: (error) =>
      isConflict(error) ? explainConflict().catch((refused) => problemText(refused, "Couldn't save")) : null,
    errorMessage: "Couldn't save",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: ({ batchIds }, value) => {
      offerUndo({
        text: `${fact.label} saved for ${leadName(lead)}${endsConsent(lead, fact, value) ? CONSENT_ENDED : ""}`,
        undo: () => undoChange(batchIds),
      });
      setEdit(null);
      keepEdit(lead.id, fact.label, null);
    },
  });
  const { busy, problem, setProblem } = saving;
  const stop = () => {
    setEdit(null);
    keepEdit(lead.id, fact.label, null);
    setProblem(null);
  };
  const save = async () => {
    if (!edit || busy) return;
    if (edit.typed.trim() === stored) return stop();
    const parsed = parseInputValue(edit.typed, fact, lead.currency);
    if (parsed.problem) return setProblem(parsed.problem);
    await saving.run(parsed.value ?? null);
  };
  const foreign = edit && stored !== edit.from ? stored || "nothing" : null;
  return { edit, busy, problem, foreign, start, stop, write, save };
}

/** Says who changed what, and what happens to the typed text. */
function conflictText({ last_change: last }: LeadDetail): string {
  const who = last?.by ?? "Someone";
  const what = last?.fields?.length ? ` the ${formatNames(last.fields.map(fieldText))}` : " this lead";
  return `${who} changed${what} while you were editing. Save again to overwrite it with your text.`;
}
