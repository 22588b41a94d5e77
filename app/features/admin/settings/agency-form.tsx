import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import type * as z from "~/shared/schema.ts";
import { ConflictNotice } from "~/shared/settings/conflict-notice.tsx";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { useAction } from "~/shared/use-action.ts";
import type { FormErrors } from "~/shared/use-form.ts";
import { type AgencySettings, loadAgencySettings, saveAgencySettings } from "./api.ts";

/** `onReset` resets the form to these values, or to the stored ones. */
export type AgencyFormProps = { row: AgencySettings; onReset: (fresh?: AgencySettings) => void };

type Options<Values> = {
  loaded: AgencySettings;
  onReset: (fresh: AgencySettings) => void;
  schema: z.ZodMiniType<Values>;
  /** The subject of its messages: 'The agency's details'. */
  what: string;
  toRow: (values: Values) => Partial<AgencySettings>;
  /** The field that shows that an invoice number is taken. */
  numberField?: keyof Values & string;
  /** The message when the database refuses these values. Null shows the default message. */
  validationError?: (error: unknown) => string | null;
};

type Save = { before: AgencySettings; values: Partial<AgencySettings> };

/**
 * One section of the agency's settings. It saves only if no one changed the loaded values; otherwise it shows the conflict and
 * overwrites nothing.
 */
export function useAgencyForm<Values extends object>({ loaded, onReset, ...options }: Options<Values>) {
  const { schema, what, toRow, numberField, validationError } = options;
  const client = useQueryClient();
  const unsaved = useRef(false);
  const base = useRef(loaded);
  const [conflict, setConflict] = useState(false);
  const keep = (row: AgencySettings) => {
    base.current = row;
    client.setQueryData(queryKeys.agencySettings(), row);
  };
  const undo = useAction({
    action: async ({ before, values, after }: Save & { after: AgencySettings }) => {
      const back = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof AgencySettings]]));
      const outcome = await saveAgencySettings(after, back);
      if (outcome.kind !== "saved") throw new Error(outcome.kind);
      return outcome.row;
    },
    successMessage: `${what} restored`,
    errorMessage: `Couldn't undo the change to ${what.toLowerCase()}`,
    explain: () => `Couldn't undo: someone else has changed ${what.toLowerCase()} since.`,
    invalidates: [queryKeys.agencyContact()],
    onSuccess: (row) => {
      keep(row);
      // Input typed after the save started stays.
      if (!unsaved.current) onReset(row);
    },
  });
  const save = useAction({
    action: ({ before, values }: Save) => saveAgencySettings(before, values),
    successMessage: (outcome, sent) =>
      outcome.kind === "saved"
        ? {
            title: `${what} saved`,
            action: { label: "Undo", onClick: () => void undo.run({ ...sent, after: outcome.row }) },
          }
        : null,
    errorMessage: `Couldn't save ${what.toLowerCase()}`,
    explain: (error) => validationError?.(error) ?? null,
    invalidates: [queryKeys.agencyContact()],
    onSuccess: (outcome) => {
      if (outcome.kind === "saved") keep(outcome.row);
    },
  });
  const form = useSettingsForm<Values>({
    schema,
    onSave: async (values) => {
      const outcome = (await save.run({ before: base.current, values: toRow(values) }))?.answer;
      if (!outcome) return false;
      if (outcome.kind === "number-used" && numberField) {
        const message = `This number is already used. The next available number is ${outcome.floor}.`;
        return { [numberField]: message } as FormErrors<Values>;
      }
      setConflict(outcome.kind !== "saved");
      return outcome.kind === "saved";
    },
  });
  useEffect(() => {
    unsaved.current = form.dirty;
  }, [form.dirty]);
  return { ...form, conflict };
}

/** Says that another admin changed the settings first, with a button that loads their values. */
export function ConflictBanner({ onLoaded }: { onLoaded: (fresh: AgencySettings) => void }) {
  const client = useQueryClient();
  const load = useAction({
    action: loadAgencySettings,
    errorMessage: "Couldn't load the latest version",
    explain: () => "Couldn't load the latest version. Please try again.",
    onSuccess: (fresh) => {
      client.setQueryData(queryKeys.agencySettings(), fresh);
      onLoaded(fresh);
    },
  });
  return <ConflictNotice busy={load.busy} onLoad={() => void load.run()} />;
}
