import { CalendarOff, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { type Absence, addAbsence, removeAbsence, type ShiftPerson } from "./api.ts";

/** Marks a person as away in two clicks: for today, or until the end of a day. */
export function AwayButton({ person }: { person: ShiftPerson }) {
  const [open, setOpen] = useState(false);
  const undo = useRemoval();
  const { run, busy, problem, setProblem } = useAction({
    action: (until: string | undefined, id) => addAbsence(id, person.user_id, until),
    errorMessage: "Couldn't save the absence",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: ({ id }, until) => {
      setOpen(false);
      toast.success(until ? `${person.name} is away until the end of ${until}` : `${person.name} is away today`, {
        action: { label: "Undo", onClick: () => void undo.run(id) },
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const until = String(new FormData(event.currentTarget).get("until") ?? "");
    if (until) return void run(until);
    setProblem("Choose a day");
    event.currentTarget.querySelector("input")?.focus();
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" icon={<CalendarOff aria-hidden="true" />} aria-label={`Mark ${person.name} as away`}>
          Away
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Away" className="grid w-72 gap-3 p-3">
        <Button loading={busy} onClick={() => void run(undefined)}>
          Away today
        </Button>
        <form noValidate onSubmit={submit} className="grid gap-2">
          <Field label="Away until the end of" error={problem ?? undefined}>
            <Input type="date" name="until" />
          </Field>
          <Button type="submit" size="sm" loading={busy}>
            Mark as away
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}

const useRemoval = () =>
  useAction({
    action: (id: string) => removeAbsence(id),
    successMessage: "Absence removed",
    errorMessage: "Couldn't remove the absence",
    isFree: true,
    invalidates: [queryKeys.crm()],
  });

export function RemoveAbsence({ absence }: { absence: Absence }) {
  const { run } = useRemoval();
  return (
    <IconButton label="Remove absence" size="sm" onClick={() => void run(absence.id)}>
      <X aria-hidden="true" />
    </IconButton>
  );
}
