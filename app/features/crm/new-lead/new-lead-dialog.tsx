import { FormDialog } from "~/ui/form-dialog.tsx";
import { NewLeadForm } from "./new-lead-form.tsx";

/** A lead that somebody of the team met: a name or a way to reach them is enough. */
export function NewLeadDialog({ name = "", onClose }: { name?: string; onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} aria-describedby={undefined} className="md:max-w-[520px]">
      <NewLeadForm name={name} onDone={onClose} />
    </FormDialog>
  );
}
