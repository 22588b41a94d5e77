import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type * as z from "~/shared/schema.ts";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { toast } from "~/shared/toast.ts";
import type { FormErrors } from "~/shared/use-form.ts";
import { type AgencySettings, saveAgencySettings } from "./agency-settings.ts";

type Options<Values> = {
  loaded: AgencySettings;
  onReset: (fresh: AgencySettings) => void;
  schema: z.ZodMiniType<Values>;
  /** What is said of it: 'The agency's details'. */
  what: string;
  toRow: (values: Values) => Partial<AgencySettings>;
  /** The field at which a used invoice number is told. */
  numberField?: keyof Values & string;
  /** What is said when the database refused these values; without it, or when it is null, what is said of any failure. */
  validationError?: (error: unknown) => string | null;
};

/** One section of the agency's settings: saved only over what was loaded; a second admin's change is told, not overwritten. */
export function useAgencyForm<Values extends object>({ loaded, onReset, ...options }: Options<Values>) {
  const { schema, what, toRow, numberField, validationError } = options;
  const client = useQueryClient();
  const unsaved = useRef(false);
  const base = useRef(loaded);
  const [conflict, setConflict] = useState(false);
  const keep = (row: AgencySettings) => {
    base.current = row;
    client.setQueryData(queryKeys.agencySettings(), row);
    void client.invalidateQueries({ queryKey: queryKeys.agencyContact() });
  };
  const undo = async (before: AgencySettings, after: AgencySettings, values: Partial<AgencySettings>) => {
    const back = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof AgencySettings]]));
    const outcome = await saveAgencySettings(after, back).catch(() => null);
    if (outcome?.kind !== "saved") return toast.error(`${what} could not be put back. Somebody changed them since.`);
    keep(outcome.row);
    // Words that were typed since the saving stay.
    if (!unsaved.current) onReset(outcome.row);
    toast.success(`${what} are as before.`);
  };
  const form = useSettingsForm<Values>({
    schema,
    onSave: async (values) => {
      const before = base.current;
      const written = toRow(values);
      try {
        const outcome = await saveAgencySettings(before, written);
        if (outcome.kind === "number-used" && numberField)
          return {
            [numberField]: `This number is used already. The next free one is ${outcome.floor}.`,
          } as FormErrors<Values>;
        setConflict(outcome.kind !== "saved");
        if (outcome.kind !== "saved") return false;
        keep(outcome.row);
        toast.success(`${what} saved.`, {
          action: { label: "Undo", onClick: () => void undo(before, outcome.row, written) },
        });
        return true;
      } catch (error) {
        toast.error(validationError?.(error) ?? problemText(error, `${what} could not be saved`));
        return false;
      }
    },
  });
  useEffect(() => {
    unsaved.current = form.dirty;
  }, [form.dirty]);
  return { ...form, conflict };
}
