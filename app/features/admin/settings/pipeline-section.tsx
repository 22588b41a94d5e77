import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { listStages, lostReasonsQuery, type Stage, saveStage, stagesQuery } from "./api.ts";
import { LostReasons } from "./lost-reasons.tsx";
import { changedStages, stageProblems } from "./pipeline-changes.ts";
import { RowsConflictBanner, useRowsForm } from "./use-rows-form.tsx";

/** The names of the pipeline's stages, when a lead in each stage goes stale, and why leads are lost. */
export function PipelineSection() {
  const stages = useQuery(stagesQuery());
  const reasons = useQuery(lostReasonsQuery());
  return (
    <>
      <SettingsCard
        title="Stages"
        text="Stage names, and how many days without activity make a lead stalled. You can't rename New, Won and Lost because the clock and reports depend on them."
      >
        <QueryBoundary
          query={stages}
          errorMessage="Couldn't load stages"
          skeleton={<FormSkeleton label="Loading stages" fields={8} />}
        >
          {(list) => <ResettableForm>{(renew) => <StagesForm stages={list} onReset={renew} />}</ResettableForm>}
        </QueryBoundary>
      </SettingsCard>
      <SettingsCard
        title="Lost reasons"
        text="Your team chooses one of these when a lead is lost. Leads keep reasons that you hide later."
        flush
      >
        <QueryBoundary
          query={reasons}
          errorMessage="Couldn't load lost reasons"
          skeleton={
            <div className="px-5 pb-5">
              <FormSkeleton label="Loading lost reasons" fields={4} />
            </div>
          }
        >
          {(list) => <LostReasons reasons={list} />}
        </QueryBoundary>
      </SettingsCard>
    </>
  );
}

function StagesForm({ stages, onReset }: { stages: Stage[]; onReset: () => void }) {
  const { props, errors, busy, dirty, conflict } = useRowsForm({
    rows: stages,
    queryKey: queryKeys.pipelineStages(),
    keyOf: (stage) => stage.key,
    load: listStages,
    save: saveStage,
    findProblems: stageProblems,
    findChanges: changedStages,
    name: "stages",
    successMessage: "Stages saved",
    onReset,
  });
  return (
    <form {...props} className="grid gap-4">
      <RowsConflictBanner conflict={conflict} />
      <div>
        <div
          aria-hidden="true"
          className="grid grid-cols-[1.5rem_minmax(0,1fr)_9rem] gap-3 pb-1 text-ink-3 text-xs phone:hidden"
        >
          <span />
          <span>Name</span>
          <span>Stalled after (days)</span>
        </div>
        {stages.map((stage) => (
          <StageRow key={stage.key} stage={stage} errors={errors} />
        ))}
      </div>
      <SaveBar label="Save stages" dirty={dirty} busy={busy} onDiscard={onReset} />
    </form>
  );
}

type StageRowProps = { stage: Stage; errors: Partial<Record<string, string>> };

/** One stage: its position, name and days. Leads in Won and Lost never go stale. */
function StageRow({ stage, errors }: StageRowProps) {
  const ends = stage.key === "won" || stage.key === "lost";
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_9rem] items-start gap-3 py-1 phone:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem] phone:gap-2">
      <span aria-hidden="true" className="num pt-2 text-13 text-ink-3 phone:pt-3">
        {stage.position}
      </span>
      <Field label={`Name of stage ${stage.position}`} hideLabel error={errors[`${stage.key}-label`]}>
        <Input name={`${stage.key}-label`} autoComplete="off" defaultValue={stage.label} readOnly={stage.is_fixed} />
      </Field>
      {ends ? (
        <p className="pt-2 text-13 text-ink-3 phone:pt-3">never</p>
      ) : (
        <Field label={`Days until ${stage.label} leads are stalled`} hideLabel error={errors[`${stage.key}-days`]}>
          <Input
            name={`${stage.key}-days`}
            inputMode="numeric"
            autoComplete="off"
            placeholder="never"
            defaultValue={stage.rots_after_days ?? ""}
          />
        </Field>
      )}
    </div>
  );
}
