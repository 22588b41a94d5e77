import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { changeCached } from "~/shared/change-cached.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type Action, useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { addLostReason, changeLostReason, type LostReason, orderLostReasons } from "./api.ts";
import { requiredText } from "./field-schemas.ts";
import { moveItem } from "./pipeline-changes.ts";

const MAX_POSITION = 100;
const ROW =
  "flex min-h-11 items-center gap-2 border-line-soft border-b py-1 pr-3 pl-5 last:border-b-0 phone:pr-1 phone:pl-4";
const WRITES = { errorMessage: "Couldn't save the reason", invalidates: [queryKeys.lostReasons()] };

/** Add, rename, hide and reorder. Each change is saved at once. */
export function LostReasons({ reasons }: { reasons: LostReason[] }) {
  const { order, setActive } = useReasonActions();
  const busy = order.busy || setActive.busy;
  const form = useReasonForm({
    action: ({ label }) =>
      addLostReason(label, Math.min(MAX_POSITION, Math.max(0, ...reasons.map(({ position }) => position)) + 1)),
    resets: true,
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
            onMove={(by) => void order.run(moveItem(reasons, reason.id, by))}
            onActive={(is_active) => void setActive.run({ reason, is_active })}
          />
        ))}
      </ul>
      <form {...form.props} className="flex items-start gap-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Field label="New reason" hideLabel error={form.errors.label} className="flex-1">
          <Input name="label" autoComplete="off" placeholder="New reason" />
        </Field>
        <Button type="submit" loading={form.busy} className="mt-0.5 phone:mt-0">
          <span>Add</span>
        </Button>
      </form>
    </>
  );
}

/** Both updates are optimistic, so that the next click builds on them. */
function useReasonActions() {
  const client = useQueryClient();
  const order = useAction({
    action: (reasons: LostReason[]) => orderLostReasons(reasons.map(({ id }) => id)),
    optimistic: (reasons) => changeCached<LostReason[]>(client, queryKeys.lostReasons(), () => reasons),
    ...WRITES,
  });
  const setActive: Action<{ reason: LostReason; is_active: boolean }, void> = useAction({
    action: ({ reason, is_active }) => changeLostReason(reason.id, { is_active }),
    optimistic: ({ reason, is_active }) =>
      changeCached<LostReason[]>(client, queryKeys.lostReasons(), (reasons) =>
        reasons.map((each) => (each.id === reason.id ? { ...each, is_active } : each)),
      ),
    successMessage: (_, { reason, is_active }) =>
      is_active
        ? null
        : {
            title: `“${reason.label}” hidden`,
            action: { label: "Undo", onClick: () => void setActive.run({ reason, is_active: true }) },
          },
    ...WRITES,
  });
  return { order, setActive };
}

type ReasonFormOptions = {
  action: (values: { label: string }) => Promise<void>;
  onSuccess?: () => void;
  resets?: boolean;
};

function useReasonForm(options: ReasonFormOptions) {
  return useActionForm({
    schema: z.object({ label: requiredText(60, "Enter a reason") }),
    fieldErrors: (error) =>
      error instanceof ServiceError && error.code === "23505" ? { label: "This reason already exists" } : undefined,
    ...WRITES,
    ...options,
  });
}

type RowProps = {
  reason: LostReason;
  first: boolean;
  last: boolean;
  busy: boolean;
  onMove: (by: -1 | 1) => void;
  onActive: (active: boolean) => void;
};

function LostReasonRow({ reason, first, last, busy, onMove, onActive }: RowProps) {
  const [renaming, setRenaming] = useState(false);
  const wasRenaming = useRef(false);
  if (renaming)
    return (
      <Rename
        reason={reason}
        onClose={() => {
          wasRenaming.current = true;
          setRenaming(false);
        }}
      />
    );
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
        <IconButton
          // The focus returns to where the renaming began.
          ref={(pencil) => {
            if (wasRenaming.current) pencil?.focus();
            wasRenaming.current = false;
          }}
          label={`Rename ${label}`}
          size="sm"
          onClick={() => setRenaming(true)}
        >
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

function Rename({ reason, onClose }: { reason: LostReason; onClose: () => void }) {
  const { props, errors, busy } = useReasonForm({
    action: async ({ label }) => {
      if (label !== reason.label) await changeLostReason(reason.id, { label });
    },
    onSuccess: onClose,
  });
  return (
    <li className={ROW}>
      <form
        {...props}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        className="flex flex-1 flex-wrap items-start gap-2 py-1"
      >
        <Field label={`New name for ${reason.label}`} hideLabel error={errors.label} className="flex-1 basis-40">
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
