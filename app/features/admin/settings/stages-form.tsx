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
import { listStages, type Stage, saveStage } from "./pipeline.ts";
import { changedStages, stageProblems } from "./stage-changes.ts";
import { StageRow } from "./stage-row.tsx";

const schemaFor = (stages: Stage[]) =>
  z.record(z.string(), z.string()).check(
    z.superRefine((values, context) => {
      for (const [path, message] of stageProblems(stages, values))
        context.addIssue({ code: "custom", path: [path], message });
    }),
  );

/** All stages in one form; each is written only if it changed, and only over what was loaded. */
export function StagesForm({ stages, onReset }: { stages: Stage[]; onReset: () => void }) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const queryKey = queryKeys.pipelineStages();
  const { props, errors, busy, dirty } = useSettingsForm<Record<string, string>>({
    schema: schemaFor(stages),
    onSave: async (values) => {
      try {
        for (const change of changedStages(client.getQueryData<Stage[]>(queryKey) ?? stages, values)) {
          const saved = await saveStage(change);
          setConflict(saved ? null : change.stage.label);
          if (!saved) return false;
          client.setQueryData<Stage[]>(queryKey, (held) =>
            held?.map((each) => (each.key === saved.key ? saved : each)),
          );
        }
      } catch (error) {
        toast.error(problemText(error, "The stages could not be saved"));
        return false;
      }
      toast.success("Stages saved.");
      return true;
    },
  });
  const loadTheirs = async () => {
    const fresh = await listStages().catch(() => null);
    if (!fresh) return toast.error("The stages could not be loaded. Please try again.");
    client.setQueryData(queryKey, fresh);
    // The cache tells its readers a moment later.
    setTimeout(onReset);
  };
  return (
    <form {...props} className="grid gap-4">
      {conflict && (
        <Banner
          tone="warn"
          role="alert"
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
      <div>
        <div
          aria-hidden="true"
          className="grid grid-cols-[1.5rem_minmax(0,1fr)_9rem] gap-3 pb-1 text-ink-3 text-xs phone:hidden"
        >
          <span />
          <span>Name</span>
          <span>Forgotten after days</span>
        </div>
        {stages.map((stage) => (
          <StageRow key={stage.key} stage={stage} errors={errors} />
        ))}
      </div>
      <SaveBar label="Save stages" dirty={dirty} busy={busy} onDiscard={onReset} />
    </form>
  );
}
