import { type FormEvent, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";

type Props = {
  title: string;
  name: string;
  /** Whether it can be shared at once. */
  share: boolean;
  /** Throws what keeps it from being saved. */
  onSave: (name: string, isShared: boolean) => Promise<void>;
  onClose: () => void;
};

/** What a view is called, and who sees it. */
export function ViewDialog({ title, onClose, ...form }: Props) {
  return (
    <FormDialog aria-describedby={undefined} onClose={onClose}>
      <DialogTitle>{title}</DialogTitle>
      <ViewForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function ViewForm({ name, share, onSave, onClose }: Omit<Props, "title">) {
  const [typed, setTyped] = useState(name);
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useUnsavedChanges(typed.trim() !== name ? "this name" : null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return setProblem("Enter a name");
    setBusy(true);
    try {
      await onSave(typed.trim(), shared);
      onClose();
    } catch (error) {
      setProblem(problemText(error, "The view was not saved"));
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
      <Field label="Name" required error={problem}>
        <Input
          autoFocus
          maxLength={60}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      {share && (
        <Checkbox
          label="Share it with the team"
          hint="Everybody finds in it only the leads that they see."
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
