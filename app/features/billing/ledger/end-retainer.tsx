import { useState } from "react";
import * as z from "~/shared/schema.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { endRetainer } from "./save-retainer.ts";
import type { RetainerListItem } from "./search-retainers.ts";

type Props = { retainer: RetainerListItem; today: string; onDone: () => void };
const schema = z.object({ last: z.string().check(z.minLength(1, "Choose the last day")) });

/** A button and its question: until when it runs. */
export function EndRetainer({ retainer, today, onDone }: Props) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button className="mr-auto" onClick={() => setConfirming(true)}>
        End retainer
      </Button>
      <ConfirmFormDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        danger
        title={`End ${retainer.retainer_name}?`}
        description="No invoice is issued for a day after its last one. Invoices that were sent stay as they are."
        confirmLabel="End retainer"
        successMessage={`${retainer.retainer_name} ends`}
        errorMessage="The retainer was not ended"
        schema={schema}
        onConfirm={async ({ last }) => {
          await endRetainer(retainer, last);
          onDone();
        }}
        fields={(errors) => (
          <Field label="Last day" required error={errors.last}>
            <Input type="date" name="last" defaultValue={today} min={today} />
          </Field>
        )}
      />
    </>
  );
}
