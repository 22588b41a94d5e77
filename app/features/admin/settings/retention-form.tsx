import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { toast } from "~/shared/toast.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmShorterRetention, useConfirmShorterRetention } from "./confirm-shorter-retention.tsx";
import { listRetention, type Retention, saveRetention } from "./retention.ts";
import { changedRetention, retentionProblems, shortenedPeriods } from "./retention-changes.ts";
import { RetentionRow } from "./retention-row.tsx";

const schemaFor = (settings: Retention[]) =>
  z.record(z.string(), z.string()).check(
    z.superRefine((values, context) => {
      for (const [path, message] of retentionProblems(settings, values))
        context.addIssue({ code: "custom", path: [path], message });
    }),
  );

/** All periods in one form; each is written only if it changed, and only over what was loaded. */
export function RetentionForm({ settings, onReset }: { settings: Retention[]; onReset: () => void }) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const shorter = useConfirmShorterRetention();
  const queryKey = queryKeys.retention();
  const { props, errors, busy, dirty, recheck } = useSettingsForm<Record<string, string>>({
    schema: schemaFor(settings),
    onSave: async (values) => {
      const changes = changedRetention(client.getQueryData<Retention[]>(queryKey) ?? settings, values);
      const fewer = shortenedPeriods(changes);
      if (fewer.length > 0 && !(await shorter.ask(fewer))) return false;
      try {
        for (const change of changes) {
          const saved = await saveRetention(change);
          setConflict(saved ? null : change.setting.label);
          if (!saved) return false;
          client.setQueryData<Retention[]>(queryKey, (held) =>
            held?.map((each) => (each.kind === saved.kind ? saved : each)),
          );
        }
      } catch (error) {
        toast.error(problemText(error, "The retention periods could not be saved"));
        return false;
      }
      toast.success("Retention periods saved.");
      return true;
    },
  });
  const loadTheirs = async () => {
    const fresh = await listRetention().catch(() => null);
    if (!fresh) return toast.error("The retention periods could not be loaded. Please try again.");
    client.setQueryData(queryKey, fresh);
    // The cache tells its readers a moment later.
    setTimeout(onReset);
  };
  return (
    <form {...props}>
      {conflict && (
        <Banner
          tone="warn"
          role="alert"
          className="mx-5 mb-4 phone:mx-4"
          title={`Somebody else changed “${conflict}” while you were editing`}
          action={
            <Button size="sm" onClick={() => void loadTheirs()}>
              Load the new values
            </Button>
          }
        >
          It was not overwritten, and what you typed is still here.
        </Banner>
      )}
      <ul aria-label="Retention periods" className="border-line-soft border-t">
        {settings.map((setting) => (
          <RetentionRow key={setting.kind} setting={setting} error={errors[setting.kind]} onChanged={recheck} />
        ))}
      </ul>
      <div className="border-line-soft border-t px-5 pt-3 pb-5 phone:px-4">
        <SaveBar label="Save retention periods" dirty={dirty} busy={busy} onDiscard={onReset} />
      </div>
      <ConfirmShorterRetention {...shorter} />
    </form>
  );
}
