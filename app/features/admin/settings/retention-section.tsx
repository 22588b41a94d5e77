import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { listRetention } from "./retention.ts";
import { RetentionForm } from "./retention-form.tsx";

/** For how long records that pile up by themselves are kept. */
export function RetentionSection() {
  const settings = useQuery({
    queryKey: queryKeys.retention(),
    queryFn: listRetention,
    refetchOnWindowFocus: false,
  });
  return (
    <SettingsCard
      title="Data retention"
      text="How long logs and leftovers are kept. Older records are removed within a few hours, for good. Leads, invoices and accounts stay until you delete them."
      flush
    >
      <QueryBoundary
        query={settings}
        errorMessage="The retention periods could not be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading the retention periods" fields={6} />
          </div>
        }
      >
        {(list) => <ResettableForm>{(renew) => <RetentionForm settings={list} onReset={renew} />}</ResettableForm>}
      </QueryBoundary>
    </SettingsCard>
  );
}
