import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { useOpenLead } from "../lib/open-lead.ts";
import { createLead, DuplicateLead } from "./create-lead.ts";
import { emptyLead, type FieldProblem, type LeadInput, leadProblem, toLead } from "./lead-input.ts";
import { NewLeadFields } from "./new-lead-fields.tsx";
import { NewLeadProblem } from "./new-lead-problem.tsx";

type Problem = FieldProblem | { field: null; text: string; duplicate?: DuplicateLead };

/** The fields of a new lead and what comes of them. `name` is what somebody searched for in vain. */
export function NewLeadForm({ name, onDone }: { name: string; onDone: () => void }) {
  const [initial] = useState<LeadInput>(() => emptyLead(name));
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useRef(crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const { open } = useOpenLead();
  const currency = useAgencyContact().data?.currency;
  useUnsavedChanges(isDirty(typed, initial) ? "this lead" : null);
  const complain = (next: Problem) => {
    setProblem(next);
    if (next.field) form.current?.querySelector<HTMLInputElement>(`[name=${next.field}]`)?.focus();
  };
  const goTo = (leadId: string) => {
    onDone();
    open(leadId);
  };
  const save = useSingleFlight(async (anyway: boolean) => {
    const wrong = leadProblem(typed, currency ?? "usd");
    if (wrong) return complain(wrong);
    setBusy(true);
    try {
      await createLead(id.current, toLead(typed, currency ?? "usd"), anyway);
      await client.invalidateQueries({ queryKey: queryKeys.crm() });
      toast.success("Lead added");
      goTo(id.current);
    } catch (error) {
      if (error instanceof DuplicateLead) complain({ field: null, text: error.message, duplicate: error });
      else complain({ field: null, text: problemText(error, "The lead was not added") });
    } finally {
      setBusy(false);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && submit(event)}
    >
      <DialogTitle>New lead</DialogTitle>
      <NewLeadFields
        typed={typed}
        currency={currency}
        problem={problem?.field ? problem : null}
        onChange={(next) => {
          setTyped(next);
          setProblem(null);
        }}
      />
      {problem && problem.field === null && (
        <NewLeadProblem {...problem} onOpen={goTo} onCreateAnyway={() => void save(true)} />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Add lead <ModKbd>↵</ModKbd>
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Whether there is text that would be lost; what was only chosen is chosen again in a moment. */
function isDirty(typed: LeadInput, initial: LeadInput): boolean {
  const texts = ["first_name", "last_name", "email", "phone", "company", "value", "goals"] as const;
  return texts.some((field) => typed[field].trim() !== "" && typed[field] !== initial[field]);
}
