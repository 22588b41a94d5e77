import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { procedureProblem } from "~/shared/procedure-problem.ts";
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
  /** The deed: 'Mark as paid'. */
  deed: string;
  danger?: boolean;
  /** What is said when it succeeded, and what did not happen when it failed. */
  done: string;
  failed: string;
  schema: z.ZodMiniType<Values>;
  decide: (values: Values) => Promise<void>;
  fields: (errors: FormErrors<Values>) => ReactNode;
  open: boolean;
  onClose: () => void;
};

/** Asks for what a decision needs. What was typed stays when it is refused; when somebody was faster, the page shows it. */
export function DecisionDialog<Values extends object>(props: Props<Values>) {
  return (
    <Dialog open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      {/* It may stand inside another form, which is not what is sent here. */}
      <DialogContent onSubmit={(event) => event.stopPropagation()}>
        <DecisionForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

function DecisionForm<Values extends object>(props: Props<Values>) {
  const { title, description, deed, danger, done, failed, schema, decide, fields, onClose } = props;
  const client = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm<Values>({
    schema,
    onSubmit: async (values) => {
      try {
        await decide(values);
        toast.success(done);
        void client.invalidateQueries({ queryKey: queryKeys.billing() });
        onClose();
      } catch (error) {
        // The next try decides on what is there now, so that comes before the dialog can be sent again.
        await client.refetchQueries({ queryKey: queryKeys.billing(), type: "active" });
        setRefused(procedureProblem(error, failed));
      }
      return undefined;
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{description}</DialogDescription>
      {refused && <Banner tone="bad" role="alert" title={refused} />}
      {fields(form.errors)}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={form.busy}>
          <span>{deed}</span>
        </Button>
      </DialogFooter>
    </form>
  );
}
