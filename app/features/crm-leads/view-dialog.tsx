import { type FormEvent, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Dialog, DialogContent, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";

type Props = {
  title: string;
  name: string;
  /** Whether it can be shared at once. */
  share: boolean;
  onSave: (name: string, isShared: boolean) => Promise<void>;
  onClose: () => void;
};

/** What a view is called, and who sees it. */
export function ViewDialog({ title, name, share, onSave, onClose }: Props) {
  const [typed, setTyped] = useState(name);
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return setProblem("Enter a name");
    setBusy(true);
    await onSave(typed.trim(), shared);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>{title}</DialogTitle>
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
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" loading={busy}>
              Save
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
