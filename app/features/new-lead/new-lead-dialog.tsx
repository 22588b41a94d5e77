import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useOpenLead } from "~/shared/crm/use-open-lead.ts";
import { procedureProblem } from "~/shared/procedure-problem.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { createLead, KnownLead, type TypedLead } from "./create-lead.ts";

const EMPTY: TypedLead = {
  first_name: "",
  last_name: "",
  email: "",
  phone: "",
  company: "",
  source: "referral",
  goals: "",
  mine: true,
};

type Problem = { field: "email" | "first_name" | null; text: string; known?: KnownLead };

/** A lead that somebody of the team met: a name or a way to reach them is enough. */
export function NewLeadDialog({ name = "", onClose }: { name?: string; onClose: () => void }) {
  const [typed, setTyped] = useState<TypedLead>(() => named(name));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useRef(crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const { open } = useOpenLead();
  const complain = (next: Problem) => {
    setProblem(next);
    if (next.field) form.current?.querySelector<HTMLInputElement>(`[name=${next.field}]`)?.focus();
  };
  const save = useSingleFlight(async (anyway: boolean) => {
    const wrong = whatIsWrong(typed);
    if (wrong) return complain(wrong);
    setBusy(true);
    try {
      await createLead(id.current, typed, anyway);
      await client.invalidateQueries({ queryKey: queryKeys.crm() });
      toast.success("Lead added");
      onClose();
      open(id.current);
    } catch (error) {
      if (error instanceof KnownLead) complain({ field: null, text: error.message, known: error });
      else complain({ field: null, text: procedureProblem(error, "The lead was not added") });
    } finally {
      setBusy(false);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };
  const text = (field: "first_name" | "last_name" | "email" | "phone" | "company" | "goals") => ({
    name: field,
    value: typed[field],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: event.target.value });
      setProblem(null);
    },
  });
  const known = problem?.known;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined} className="md:max-w-[520px]">
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onSubmit={submit}
          onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && submit(event)}
        >
          <DialogTitle>New lead</DialogTitle>
          <div className="grid grid-cols-2 gap-3">
            <Field label="First name" error={problem?.field === "first_name" && problem.text}>
              <Input autoFocus maxLength={100} autoComplete="off" {...text("first_name")} />
            </Field>
            <Field label="Last name">
              <Input maxLength={100} autoComplete="off" {...text("last_name")} />
            </Field>
            <Field label="E-mail" error={problem?.field === "email" && problem.text}>
              <Input type="email" maxLength={320} autoComplete="off" {...text("email")} />
            </Field>
            <Field label="Phone">
              <Input type="tel" maxLength={50} autoComplete="off" {...text("phone")} />
            </Field>
            <Field label="Company">
              <Input maxLength={200} autoComplete="off" {...text("company")} />
            </Field>
            <Field label="Source">
              <NativeSelect
                value={typed.source}
                onChange={(event) => setTyped({ ...typed, source: event.target.value })}
              >
                {SOURCE_KEYS.map((source) => (
                  <option key={source} value={source}>
                    {sourceText(source)}
                  </option>
                ))}
              </NativeSelect>
            </Field>
          </div>
          <Field label="What they want">
            <Textarea rows={2} maxLength={10_000} {...text("goals")} />
          </Field>
          <Checkbox
            label="This lead is mine"
            checked={typed.mine}
            onChange={(event) => setTyped({ ...typed, mine: event.target.checked })}
          />
          {problem && !problem.field && (
            <Banner tone={known ? "warn" : "bad"} role="alert" title={problem.text}>
              {known && (
                <div className="flex flex-wrap gap-2 pt-1">
                  {known.leadId && (
                    <Button
                      size="sm"
                      onClick={() => {
                        onClose();
                        open(known.leadId ?? "");
                      }}
                    >
                      Open that lead
                    </Button>
                  )}
                  <Button size="sm" variant="ghost" onClick={() => void save(true)}>
                    Add all the same
                  </Button>
                </div>
              )}
            </Banner>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="primary" loading={busy}>
              Add lead <Kbd>⌘↵</Kbd>
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function named(name: string): TypedLead {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { ...EMPTY, first_name: first, last_name: rest.join(" ") };
}

function whatIsWrong(typed: TypedLead): Problem | null {
  if (typed.email.trim() && !/^[^@\s]+@[^@\s]+$/.test(typed.email.trim()))
    return { field: "email", text: "This is no e-mail address" };
  const some = [typed.first_name, typed.last_name, typed.email, typed.phone, typed.company].some((value) =>
    value.trim(),
  );
  return some ? null : { field: "first_name", text: "Give a name, a company or a way to reach them" };
}
