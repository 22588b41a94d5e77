import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type * as z from "~/shared/schema.ts";
import { toast } from "~/shared/toast.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";

type Props<Values> = {
  title: string;
  description: ReactNode;
  /** The label: 'Mark as paid'. */
  confirmLabel: string;
  danger?: boolean;
  /** What is said when it succeeded, and what did not happen when it failed. */
  successMessage: string;
  errorMessage: string;
  schema: z.ZodMiniType<Values>;
  onConfirm: (values: Values) => Promise<void>;
  fields: (errors: FormErrors<Values>) => ReactNode;
  open: boolean;
  onClose: () => void;
};

/** Asks for what a decision needs. What was typed stays when it is refused; when somebody was faster, the page shows it. */
export function ConfirmFormDialog<Values extends object>(props: Props<Values>) {
  return (
    <Dialog open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      {/* It may stand inside another form, which is not what is sent here. */}
      <DialogContent onSubmit={(event) => event.stopPropagation()}>
        <ConfirmForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

function ConfirmForm<Values extends object>(props: Props<Values>) {
  const { title, description, confirmLabel, danger, successMessage, errorMessage, schema, onConfirm, fields, onClose } =
    props;
  const client = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({
    schema,
    onSubmit: async (values) => {
      try {
        await onConfirm(values);
        toast.success(successMessage);
        void client.invalidateQueries({ queryKey: queryKeys.billing() });
        onClose();
      } catch (error) {
        // The next try decides on what is there now, so that comes before the dialog can be sent again.
        await client.refetchQueries({ queryKey: queryKeys.billing(), type: "active" });
        setError(problemText(error, errorMessage));
      }
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{description}</DialogDescription>
      {error && <Banner tone="bad" role="alert" title={error} />}
      {fields(form.errors)}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={form.busy}>
          <span>{confirmLabel}</span>
        </Button>
      </DialogFooter>
    </form>
  );
}
