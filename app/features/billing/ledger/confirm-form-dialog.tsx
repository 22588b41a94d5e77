import { type ReactNode, useRef } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import type * as z from "~/shared/schema.ts";
import { type ActionOptions, useAction } from "~/shared/use-action.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { refusedField } from "./refused-field.ts";

type Props<Values, Answer> = {
  title: string;
  description: ReactNode;
  /** The label, such as 'Record payment'. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  successMessage: NonNullable<ActionOptions<Values, Answer>["successMessage"]>;
  errorMessage: string;
  schema: z.ZodMiniType<Values>;
  /** The controls that a refusal can be about, by their names in the database. */
  controls?: Partial<Record<string, keyof Values & string>>;
  /** `id` stays the same until it succeeds. */
  onConfirm: (values: Values, id: string) => Promise<Answer>;
  fields: (errors: FormErrors<Values>) => ReactNode;
  open: boolean;
  onClose: () => void;
};

/** Asks for confirmation and its details. After a refusal, the user's input stays. */
export function ConfirmFormDialog<Values extends object, Answer = void>(props: Props<Values, Answer>) {
  return (
    // This form can be inside another form, which must not be submitted.
    <FormDialog open={props.open} onClose={props.onClose} onSubmit={(event) => event.stopPropagation()}>
      <ConfirmForm {...props} />
    </FormDialog>
  );
}

function ConfirmForm<Values extends object, Answer>(props: Props<Values, Answer>) {
  const { title, description, confirmLabel, cancelLabel = "Cancel", danger, fields, onClose } = props;
  const { successMessage, errorMessage, schema, onConfirm, controls = {} } = props;
  const refused = useRef<FormErrors<Values>>(undefined);
  const confirm = useAction<Values, Answer>({
    action: onConfirm,
    successMessage,
    errorMessage,
    showProblem: "inline",
    invalidates: [queryKeys.billing(), queryKeys.accounts()],
    handleError: (error) => {
      refused.current = refusedField<Values>(error, controls);
      return refused.current !== undefined;
    },
    onSuccess: onClose,
  });
  const form = useForm<Values>({
    schema,
    onSubmit: async (values) => {
      refused.current = undefined;
      await confirm.run(values);
      return refused.current;
    },
  });
  useUnsavedChanges(form.dirty && !form.busy ? "these details" : null);
  return (
    <form {...form.props} className="grid gap-4">
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{description}</DialogDescription>
      {confirm.problem && <Banner tone="bad" role="alert" title={confirm.problem} />}
      {fields(form.errors)}
      <DialogFooter>
        <DialogClose asChild>
          <Button>{cancelLabel}</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={form.busy}>
          <span>{confirmLabel}</span>
        </Button>
      </DialogFooter>
    </form>
  );
}
