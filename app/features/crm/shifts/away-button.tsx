import { CalendarOff, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { dayIn } from "../../../../domain/zoned-time.ts";
import { offerUndo, settleUndo } from "../lib/undo-stack.ts";
import { type Absence, addAbsence, removeAbsence, type ShiftPerson } from "./api.ts";

/** Marks a person as away in two clicks: for today, or until the end of a day. */
export function AwayButton({ person }: { person: ShiftPerson }) {
  const [open, setOpen] = useState(false);
  const { run, busy, problem, setProblem } = useAction({
    action: (until: string | undefined, id) => addAbsence(id, person.user_id, until),
    errorMessage: "Couldn't save the absence",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: ({ id }, until) => {
      setOpen(false);
      offerUndo({
        text: until ? `${person.name} is away until the end of ${until}` : `${person.name} is away today`,
        change: id,
        undo: async () => {
          await removeAbsence(id);
          return ONE;
        },
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

/** `zone` is the person's, whose days an absence has. */
export function RemoveAbsence({ absence, person, zone }: { absence: Absence; person: ShiftPerson; zone: string }) {
  const { run } = useAction({
    action: () => removeAbsence(absence.id),
    errorMessage: "Couldn't remove the absence",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: () => {
      settleUndo(absence.id);
      offerUndo({
        text: "Absence removed",
        undo: async () => {
          const [from, until] = [Date.parse(absence.starts_at), Date.parse(absence.ends_at) - 1];
          await addAbsence(absence.id, person.user_id, dayIn(until, zone), dayIn(from, zone));
          return ONE;
        },
      });
    },
  });
  return (
    <IconButton label="Remove absence" size="sm" onClick={() => void run()}>
      <X aria-hidden="true" />
    </IconButton>
  );
}

const ONE = { restored: 1, kept: 0 };
