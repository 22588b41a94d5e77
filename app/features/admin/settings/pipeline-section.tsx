import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { LostReasons } from "./lost-reasons.tsx";
import { listLostReasons, listStages } from "./pipeline.ts";
import { StagesForm } from "./stages-form.tsx";

/** The names of the pipeline's stages, when a lead in them is forgotten, and why leads are lost. */
export function PipelineSection() {
  const stages = useQuery({
    queryKey: queryKeys.pipelineStages(),
    queryFn: listStages,
    refetchOnWindowFocus: false,
  });
  const reasons = useQuery({ queryKey: queryKeys.lostReasons(), queryFn: listLostReasons });
  return (
    <>
      <SettingsCard
        title="Stages"
        text="What salespeople read, and after how many quiet days a lead counts as forgotten. New, Won and Lost keep their names: clock and figures count on them."
      >
        <QueryBoundary
          query={stages}
          errorMessage="The stages could not be loaded"
          skeleton={<FormSkeleton label="Loading the stages" fields={8} />}
        >
          {(list) => <ResettableForm>{(renew) => <StagesForm stages={list} onReset={renew} />}</ResettableForm>}
        </QueryBoundary>
      </SettingsCard>
      <SettingsCard
        title="Lost reasons"
        text="What people choose from when a lead is lost. Hidden reasons stay on the leads that have them."
        flush
      >
        <QueryBoundary
          query={reasons}
          errorMessage="The reasons could not be loaded"
          skeleton={
            <div className="px-5 pb-5">
              <FormSkeleton label="Loading the reasons" fields={4} />
            </div>
          }
        >
          {(list) => <LostReasons reasons={list} />}
        </QueryBoundary>
      </SettingsCard>
    </>
  );
}
