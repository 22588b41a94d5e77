import { Check, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { cn } from "~/ui/cn.ts";
import { FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { Link } from "~/ui/link.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { factText } from "../lib/lead-facts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import type { FactField } from "./fact-fields.ts";
import { useEditFact } from "./use-edit-fact.ts";

/** A fact and its value; a click edits it in its place. Enter saves, Escape gives up. */
export function FactRow({ lead, fact, editable }: { lead: LeadDetail; fact: FactField; editable: boolean }) {
  const state = useEditFact(lead, fact);
  const { edit, start } = state;
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
                className="-inset-x-1.5 absolute inset-y-0.5 cursor-text rounded-sm hover:bg-hover [&:has(+a)]:right-auto"
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
        <span className="text-ink-3 text-xs">first year</span>
      </>
    );
  const text = factText(fact.field, value, lead);
  if (fact.type === "url" && /^https?:\/\//.test(text))
    return (
      <Link subtle href={text} className="relative z-1" target="_blank" rel="noreferrer">
        {text.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")}
      </Link>
    );
  return <span className={fact.type === "tel" ? "num" : undefined}>{text}</span>;
}

type EditorProps = Omit<ReturnType<typeof useEditFact>, "edit" | "start"> & {
  fact: FactField;
  edit: { typed: string };
};

function FactEditor({ fact, edit, busy, problem, foreign, write, save, stop }: EditorProps) {
  const field = useRef<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>(null);
  const hint = useId();
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === "Enter" && (fact.kind !== "long" || event.metaKey || event.ctrlKey);
    if (saves) {
      event.preventDefault();
      void save();
    }
    if (event.key === "Escape") {
      // Only this field is left, not the drawer around it.
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
        <IconButton label="Give up" size="sm" className="mt-0.5" onClick={stop}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div id={hint} role="status">
        {foreign !== null && !problem && (
          <p className="text-ink-3 text-xs">Changed by somebody else meanwhile: {foreign}</p>
        )}
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
      {fact.kind === "contact" && <option value="">Not known</option>}
      {[...values, ...odd].map((value) => (
        <option key={value} value={value}>
          {fact.kind === "source" ? sourceText(value) : value}
        </option>
      ))}
    </select>
  );
}
