import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil } from "lucide-react";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { requiredText } from "./field-schemas.ts";
import { changeLostReason, type LostReason } from "./pipeline.ts";

type Props = {
  reason: LostReason;
  first: boolean;
  last: boolean;
  busy: boolean;
  onMove: (by: -1 | 1) => void;
  onActive: (active: boolean) => void;
  onRenamed: () => Promise<unknown>;
};

/** One reason, with what can be done to it. */
export function LostReasonRow({ reason, first, last, busy, onMove, onActive, onRenamed }: Props) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <Rename reason={reason} onRenamed={onRenamed} onClose={() => setRenaming(false)} />;
  const { label, is_active: active } = reason;
  return (
    <li className={ROW}>
      <span className="wrap-anywhere min-w-0 flex-1 py-1 text-13">
        {label} {!active && <Chip>hidden</Chip>}
      </span>
      <span className="flex shrink-0">
        <IconButton label={`Move ${label} up`} size="sm" disabled={first || busy} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${label} down`} size="sm" disabled={last || busy} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={`Rename ${label}`} size="sm" onClick={() => setRenaming(true)}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`${active ? "Hide" : "Show"} ${label}`}
          size="sm"
          disabled={busy}
          onClick={() => onActive(!active)}
        >
          {active ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      </span>
    </li>
  );
}

const ROW =
  "flex min-h-11 items-center gap-2 border-line-soft border-b py-1 pr-3 pl-5 last:border-b-0 phone:pr-1 phone:pl-4";
const schema = z.object({ label: requiredText(60, "Write the reason") });

function Rename({ reason, onRenamed, onClose }: Pick<Props, "reason" | "onRenamed"> & { onClose: () => void }) {
  const { props, errors, busy } = useForm({
    schema,
    onSubmit: async ({ label }) => {
      try {
        if (label !== reason.label) await changeLostReason(reason.id, { label });
        await onRenamed();
        onClose();
      } catch (error) {
        if (error instanceof ServiceError && error.code === "23505") return { label: "There is such a reason already" };
        toast.error(problemText(error, "The reason could not be saved"));
      }
    },
  });
  return (
    <li className={ROW}>
      <form
        {...props}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        className="flex flex-1 flex-wrap items-start gap-2 py-1"
      >
        <Field label={`New name of ${reason.label}`} hideLabel error={errors.label} className="flex-1 basis-40">
          <Input ref={(input) => input?.focus()} name="label" autoComplete="off" defaultValue={reason.label} />
        </Field>
        <Button type="submit" loading={busy}>
          <span>Rename</span>
        </Button>
        <Button type="button" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </form>
    </li>
  );
}
