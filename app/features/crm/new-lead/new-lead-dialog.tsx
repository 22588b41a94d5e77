import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { changeLeads } from "../lib/change-leads.ts";
import type { UndoResult } from "../lib/lead-types.ts";
import { useOpenLead } from "../lib/open-lead.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { createLead, type KnownLead, knownLeadQuery } from "./api.ts";
import {
  completeContact,
  emptyLead,
  type FieldProblems,
  type LeadInput,
  leadProblems,
  type TextField,
  toLead,
} from "./lead-input.ts";

/** Adds a lead by hand. A name, a company or contact details are enough. */
export function NewLeadDialog({ searched = "", onClose }: { searched?: string; onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} aria-describedby={undefined} className="md:max-w-[520px]">
      <NewLeadForm searched={searched} onDone={onClose} />
    </FormDialog>
  );
}

/** `searched` is a name, an email address or a phone number that the search did not find. */
function NewLeadForm({ searched, onDone }: { searched: string; onDone: () => void }) {
  const [initial] = useState<LeadInput>(() => emptyLead(searched));
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<FieldProblems | null>(null);
  const [known, setKnown] = useState<KnownLead | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { open } = useOpenLead();
  const currency = useAgencyContact().data?.currency;
  useUnsavedChanges(isDirty(typed, initial) ? "this lead" : null);
  const goTo = (leadId: string) => {
    onDone();
    open(leadId);
  };
  const save = useAction({
    action: async (anyway: boolean, id) => ({
      id,
      known: await createLead(id, toLead(typed, currency ?? "usd"), anyway),
    }),
    errorMessage: "Couldn't add the lead",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: (answer) => {
      setKnown(answer.known);
      if (answer.known) return;
      const undo = async (): Promise<UndoResult> => {
        const { changed } = await changeLeads([answer.id], { archived: true });
        return { restored: changed, kept: 0 };
      };
      offerUndo({ text: "Lead added", name: `Added ${leadName(typed)}`, undo });
      goTo(answer.id);
    },
  });
  const submit = async (anyway: boolean) => {
    const wrong = leadProblems(typed, currency ?? "usd");
    setProblems(wrong);
    setKnown(null);
    save.setProblem(null);
    if (!wrong) return void (await save.run(anyway));
    // The fields are in the order of the screen.
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>("input[name]") ?? [])];
    fields.find(({ name }) => name in wrong)?.focus();
  };
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void submit(false);
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submitForm} onKeyDown={submitOnModEnter}>
      <DialogTitle>New lead</DialogTitle>
      <NewLeadFields
        // The banner says it with what can be done about it.
        onOpen={known ? null : goTo}
        typed={typed}
        currency={currency}
        problems={problems}
        onChange={(next) => {
          setTyped(next);
          // During corrections, problems disappear. New ones wait for the next attempt.
          if (problems) setProblems(remainingProblems(problems, leadProblems(next, currency ?? "usd")));
          setKnown(null);
          save.setProblem(null);
        }}
      />
      {known && <KnownLeadBanner known={known} onOpen={goTo} onCreateAnyway={() => void submit(true)} />}
      {save.problem && <Banner tone="bad" role="alert" title={save.problem} />}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={save.busy}>
          Add lead <KeyCaps keys="mod+Enter" />
        </Button>
      </DialogFooter>
    </form>
  );
}

function remainingProblems(shown: FieldProblems, still: FieldProblems | null): FieldProblems | null {
  const kept = Object.entries(shown).filter(([field]) => still && field in still);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Whether Cancel would lose typed text. Other inputs do not count, because they are easy to choose again. */
function isDirty(typed: LeadInput, initial: LeadInput): boolean {
  const texts = ["first_name", "last_name", "email", "phone", "company", "value", "goals"] as const;
  return texts.some((field) => typed[field].trim() !== "" && typed[field] !== initial[field]);
}

type Props = {
  typed: LeadInput;
  /** Undefined while loading. The amount is disabled until then. */
  currency: string | undefined;
  problems: FieldProblems | null;
  onChange: (typed: LeadInput) => void;
  /** Opens the lead that already has an address or number. Null while the fields say nothing about it. */
  onOpen: ((leadId: string) => void) | null;
};

function NewLeadFields({ typed, currency, problems, onChange, onOpen }: Props) {
  const wiring = (field: TextField) => ({
    name: field,
    autoComplete: "off",
    value: typed[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...typed, [field]: event.target.value }),
  });
  const wrong = (field: TextField) => problems?.[field];
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={LEAD_LABELS.first_name} error={wrong("first_name")}>
          <Input autoFocus maxLength={100} {...wiring("first_name")} />
        </Field>
        <Field label={LEAD_LABELS.last_name}>
          <Input maxLength={100} {...wiring("last_name")} />
        </Field>
        <Field label={LEAD_LABELS.email} error={wrong("email")} hint={useKnownLeadHint("email", typed.email, onOpen)}>
          <Input type="email" maxLength={320} {...wiring("email")} />
        </Field>
        <Field label={LEAD_LABELS.phone} error={wrong("phone")} hint={useKnownLeadHint("phone", typed.phone, onOpen)}>
          <Input type="tel" maxLength={50} {...wiring("phone")} />
        </Field>
        <Field label={LEAD_LABELS.company}>
          <Input maxLength={200} {...wiring("company")} />
        </Field>
        <Field label={LEAD_LABELS.source} hint={typed.source === "" && `Defaults to ${sourceText("other")}.`}>
          <NativeSelect value={typed.source} onChange={(event) => onChange({ ...typed, source: event.target.value })}>
            <option value="">Choose one</option>
            {SOURCE_KEYS.map((source) => (
              <option key={source} value={source}>
                {sourceText(source)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          label={LEAD_LABELS.value_cents}
          hint={currency && `First-year value in ${currency.toUpperCase()}`}
          error={wrong("value")}
        >
          <Input inputMode="decimal" maxLength={20} disabled={!currency} {...wiring("value")} />
        </Field>
      </div>
      <Field label="Goals">
        <Textarea rows={2} maxLength={10_000} {...wiring("goals")} />
      </Field>
      <Checkbox
        label="Assign to me"
        checked={typed.mine}
        onChange={(event) => onChange({ ...typed, mine: event.target.checked })}
      />
    </>
  );
}

/** Says below the field that another lead already has this address or number, with a link to that lead. */
function useKnownLeadHint(field: "email" | "phone", typed: string, onOpen: Props["onOpen"]) {
  const value = completeContact(field, useThrottledValue(typed, 300));
  const { data: known } = useQuery({ ...knownLeadQuery(field, value), enabled: value !== "" });
  if (!known || !onOpen || completeContact(field, typed) !== value) return undefined;
  const { text, leadId } = known;
  return (
    <span role="status" className="flex items-start gap-1 text-warn-fg">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        {text}.{" "}
        {leadId && (
          <a
            href={`?lead=${leadId}`}
            className="hit relative font-medium underline"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(leadId);
            }}
          >
            Open lead
          </a>
        )}
      </span>
    </span>
  );
}

type KnownLeadProps = { known: KnownLead; onOpen: (leadId: string) => void; onCreateAnyway: () => void };

/** The answer of the button at the end of the form. It takes the focus, because it may be out of sight on a phone. */
function KnownLeadBanner({ known: { text, leadId }, onOpen, onCreateAnyway }: KnownLeadProps) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.focus({ preventScroll: true });
    banner.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Banner ref={banner} tabIndex={-1} tone="warn" role="alert" title={text}>
      <div className="flex flex-wrap gap-2 pt-1">
        {leadId && (
          <Button size="sm" onClick={() => onOpen(leadId)}>
            Open existing lead
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onCreateAnyway}>
          Add anyway
        </Button>
      </div>
    </Banner>
  );
}
