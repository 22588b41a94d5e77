import { toast } from "~/shared/toast.ts";
import { DialogDescription } from "~/ui/dialog.tsx";
import type { MergeRef } from "../lib/lead-actions.ts";
import { undoMerge } from "../lib/undo-merge.ts";
import { useSubmit } from "../lib/use-submit.ts";
import { DialogForm } from "./dialog-form.tsx";

/** Says what becomes of both leads before a merge is taken apart; what stands in the way is said in the same place. */
export function UndoMergeForm({ merge: { batchId, kept, other }, onDone }: { merge: MergeRef; onDone: () => void }) {
  const parting = useSubmit(async () => {
    const { kept: stay } = await undoMerge(batchId);
    const rest =
      stay === 1 ? " One field that was changed since stays." : ` ${stay} fields that were changed since stay.`;
    toast.success(`${kept} and ${other} are two leads again.${stay ? rest : ""}`);
  }, "They were not taken apart");
  const part = async () => {
    if (await parting.submit()) onDone();
  };
  return (
    <DialogForm title={`Take ${kept} and ${other} apart?`} confirmLabel="Take apart" {...parting} onSubmit={part}>
      <DialogDescription asChild className="mt-0 grid list-disc gap-1.5 pl-4 wrap-anywhere">
        <ul>
          <li>
            <b className="font-medium">{other}</b> becomes a lead of its own again, with its history, its tasks and,
            when nobody answered yet, its clock.
          </li>
          <li>
            <b className="font-medium">{kept}</b> gets back what the merge changed. What somebody changed since stays as
            it is.
          </li>
          <li>What was logged or written since the merge stays with {kept}.</li>
        </ul>
      </DialogDescription>
    </DialogForm>
  );
}
