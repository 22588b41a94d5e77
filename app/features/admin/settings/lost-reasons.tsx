import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { requiredText } from "./field-schemas.ts";
import { LostReasonRow } from "./lost-reason-row.tsx";
import { addLostReason, changeLostReason, type LostReason, orderLostReasons } from "./pipeline.ts";
import { moveItem } from "./reason-order.ts";

const schema = z.object({ label: requiredText(60, "Write the reason") });

/** Add, rename, hide and reorder; each is kept at once. */
export function LostReasons({ reasons }: { reasons: LostReason[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.lostReasons() });
  const change = useSingleFlight(async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch((error: unknown) => toast.error(problemText(error, "The reason could not be saved")));
    await refresh();
    setBusy(false);
  });
  const setActive = (reason: LostReason, active: boolean) =>
    change(async () => {
      await changeLostReason(reason.id, { is_active: active });
      if (!active)
        toast.success(`“${reason.label}” is hidden.`, {
          action: { label: "Undo", onClick: () => void setActive(reason, true) },
        });
    });
  const move = (id: string, by: -1 | 1) => change(() => orderLostReasons(moveItem(reasons, id, by)));
  const form = useForm({
    schema,
    onSubmit: async ({ label }) => {
      try {
        await addLostReason(label, Math.min(100, Math.max(0, ...reasons.map(({ position }) => position)) + 1));
        form.reset();
        await refresh();
      } catch (error) {
        if (error instanceof ServiceError && error.code === "23505") return { label: "There is such a reason already" };
        toast.error(problemText(error, "The reason could not be saved"));
      }
    },
  });
  return (
    <>
      <ul aria-label="Lost reasons" className="border-line-soft border-t">
        {reasons.map((reason, at) => (
          <LostReasonRow
            key={reason.id}
            reason={reason}
            first={at === 0}
            last={at === reasons.length - 1}
            busy={busy}
            onMove={(by) => void move(reason.id, by)}
            onActive={(active) => void setActive(reason, active)}
            onRenamed={refresh}
          />
        ))}
      </ul>
      <form {...form.props} className="flex items-start gap-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Field label="Another reason" hideLabel error={form.errors.label} className="flex-1">
          <Input name="label" autoComplete="off" placeholder="Another reason" />
        </Field>
        <Button type="submit" loading={form.busy} className="mt-0.5 phone:mt-0">
          <span>Add</span>
        </Button>
      </form>
    </>
  );
}
