import { type FormEvent, useRef, useState } from "react";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { changeView, createView, type LeadView, VIEWS, type ViewConfig } from "./api.ts";

/** As the database checks it. */
const MAX_NAME_LENGTH = 60;

type Props = {
  /** The view to rename. Undefined saves a new one. */
  view: LeadView | undefined;
  config: ViewConfig;
  onCreated: (viewId: string) => void;
  onClose: () => void;
};

/** Renames a view, or names a new one, which can be shared at once. */
export function ViewDialog(props: Props) {
  return (
    <FormDialog aria-describedby={undefined} onClose={props.onClose}>
      <DialogTitle>{props.view ? "Rename view" : "Save as view"}</DialogTitle>
      <ViewForm {...props} />
    </FormDialog>
  );
}

function ViewForm({ view, config, onCreated, onClose }: Props) {
  const name = view?.name ?? "";
  const [typed, setTyped] = useState(name);
  const [shared, setShared] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  useUnsavedChanges(typed.trim() !== name ? "this name" : null);
  const { run, busy, problem, setProblem } = useAction({
    action: async (next: string, id) => {
      if (view) await changeView(view.id, { name: next });
      else await createView({ id, name: next, is_shared: shared, config });
      return id;
    },
    successMessage: (_, next) => (view ? `Renamed to ${next}` : `Saved ${next}`),
    errorMessage: "Couldn't save the view",
    showProblem: "inline",
    invalidates: [VIEWS],
    onSuccess: (id) => {
      if (!view) onCreated(id);
      onClose();
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next && next.length <= MAX_NAME_LENGTH) return void run(next);
    setProblem(next ? `Use at most ${MAX_NAME_LENGTH} characters` : "Enter a name");
    focusInvalid();
  };
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={save} onKeyDown={submitOnModEnter}>
      <Field label="Name" required error={problem ?? undefined}>
        <Input
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      {!view && (
        <Checkbox
          label="Share with the team"
          hint="Everyone sees only the leads they have access to."
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}
