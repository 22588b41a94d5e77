import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "~/shared/schema.ts";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";

type Values = Record<string, string>;

type Options<Row extends { label: string }, Change extends { row: Row }> = {
  rows: Row[];
  queryKey: QueryKey;
  keyOf: (row: Row) => string;
  load: () => Promise<Row[]>;
  /** Writes one row if it is still as loaded; null when someone else changed it. */
  save: (change: Change) => Promise<Row | null>;
  /** Errors by field. */
  findProblems: (rows: Row[], values: Values) => [field: string, message: string][];
  findChanges: (rows: Row[], values: Values) => Change[];
  /** Asks the user before the changes are written. */
  confirm?: (changes: Change[]) => Promise<boolean>;
  /** The plural name of the rows: "stages". */
  name: string;
  successMessage: string;
  onReset: () => void;
};

/** One form for several stored rows. It writes only changed rows, and only if they are still as loaded. */
export function useRowsForm<Row extends { label: string }, Change extends { row: Row }>(options: Options<Row, Change>) {
  const { rows, queryKey, keyOf, name, onReset } = options;
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const save = useAction({
    action: async (changes: Change[]) => {
      for (const change of changes) {
        const saved = await options.save(change);
        if (!saved) return { conflict: change.row.label };
        client.setQueryData<Row[]>(queryKey, (held) => held?.map((row) => (keyOf(row) === keyOf(saved) ? saved : row)));
      }
      return { conflict: null };
    },
    successMessage: (outcome) => (outcome.conflict === null ? options.successMessage : null),
    errorMessage: `Couldn't save ${name}`,
    onSuccess: (outcome) => setConflict(outcome.conflict),
  });
  const form = useSettingsForm<Values>({
    schema: z.record(z.string(), z.string()).check(
      z.superRefine((values, context) => {
        for (const [field, message] of options.findProblems(rows, values))
          context.addIssue({ code: "custom", path: [field], message });
      }),
    ),
    onSave: async (values) => {
      const changes = options.findChanges(client.getQueryData<Row[]>(queryKey) ?? rows, values);
      if (options.confirm && !(await options.confirm(changes))) return false;
      const result = await save.run(changes);
      return result?.answer.conflict === null;
    },
  });
  const reload = useAction({
    action: options.load,
    errorMessage: `Couldn't load ${name}`,
    explain: () => `Couldn't load ${name}. Please try again.`,
    onSuccess: (fresh) => {
      client.setQueryData(queryKey, fresh);
      // Cache readers see the change a moment later.
      setTimeout(onReset);
    },
  });
  return { ...form, conflict: conflict === null ? null : { label: conflict, reload: () => void reload.run() } };
}

type BannerProps = { conflict: { label: string; reload: () => void } | null; className?: string };

/** Says that another admin changed the rows first, with a button that loads their values. */
export function RowsConflictBanner({ conflict, className }: BannerProps) {
  if (!conflict) return null;
  return (
    <Banner
      tone="warn"
      role="alert"
      className={className}
      title={`Someone else changed “${conflict.label}” while you were editing`}
      action={
        <Button size="sm" onClick={conflict.reload}>
          Load latest version
        </Button>
      }
    >
      Nothing was overwritten, and your changes are still here.
    </Banner>
  );
}
