import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { cancelCall, moveCall, type ShownCall } from "./api.ts";

type Moving = { call: ShownCall; to: Date | null };

/** Asks before a call is moved or canceled, because the visitor gets an email. */
export function MoveDialog({ moving, onClose }: { moving: Moving | null; onClose: () => void }) {
  return (
    <FormDialog open={moving !== null} onClose={onClose}>
      {moving && <MoveForm key={moving.call.id + (moving.to?.toISOString() ?? "")} {...moving} onClose={onClose} />}
    </FormDialog>
  );
}

const pad = (part: number) => String(part).padStart(2, "0");
/** As an input of the type datetime-local shows it. */
const inputValue = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;

function MoveForm({ call, to, onClose }: Moving & { onClose: () => void }) {
  const [value, setValue] = useState(inputValue(to ?? new Date(call.starts_at)));
  const move = useAction({
    action: (at: Date) => moveCall(call.id, at),
    successMessage: "Call moved. The visitor gets an email",
    errorMessage: "Couldn't move the call",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const cancel = useAction({
    action: () => cancelCall(call.id),
    successMessage: "Call canceled. The visitor gets an email",
    errorMessage: "Couldn't cancel the call",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const submit = async () => {
    const at = new Date(value);
    if (Number.isNaN(at.getTime())) return move.setProblem("Enter a day and a time");
    if (await move.run(at)) onClose();
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!move.busy) void submit();
      }}
    >
      <DialogTitle className="pr-2">Move the call with {call.name}</DialogTitle>
      <DialogDescription>
        It's scheduled for {formatCallTime(call.starts_at)}. {call.name} and the hosts get an email with the new time.
      </DialogDescription>
      <Field label="New time" required>
        <Input type="datetime-local" step={300} value={value} onChange={({ target }) => setValue(target.value)} />
      </Field>
      <div role="alert">
        <FieldError id={undefined}>{move.problem ?? cancel.problem}</FieldError>
      </div>
      <DialogFooter>
        <Button
          variant="ghost"
          className="mr-auto text-bad-fg phone:mr-0"
          loading={cancel.busy}
          onClick={async () => {
            if (await cancel.run()) onClose();
          }}
        >
          Cancel call
        </Button>
        <DialogClose asChild>
          <Button>Keep</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={move.busy}>
          Move call
        </Button>
      </DialogFooter>
    </form>
  );
}
