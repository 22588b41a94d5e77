import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { type AgencySettings, loadAgencySettings } from "./agency-settings.ts";

/** `onReset` begins the form anew, from these values or from the stored ones. */
export type AgencyFormProps = { row: AgencySettings; onReset: (fresh?: AgencySettings) => void };
type Props = { title: string; text: string; fields: number; Form: ComponentType<AgencyFormProps> };

/** A part of the agency's settings. Begins from fresh values: a form over old ones would only lead to a conflict. */
export function AgencySection({ title, text, fields, Form }: Props) {
  const settings = useQuery({
    queryKey: queryKeys.agencySettings(),
    queryFn: loadAgencySettings,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <SettingsCard title={title} text={text}>
      <QueryBoundary
        query={settings.isFetchedAfterMount ? settings : { ...settings, data: undefined }}
        errorMessage="The agency's settings could not be loaded"
        skeleton={<FormSkeleton label="Loading the agency's settings" fields={fields} />}
      >
        {(row) => <AgencyForm loaded={row} Form={Form} />}
      </QueryBoundary>
    </SettingsCard>
  );
}

/** What is being edited does not change under the hand: the form keeps the row that it began from. */
function AgencyForm({ loaded, Form }: { loaded: AgencySettings; Form: ComponentType<AgencyFormProps> }) {
  const client = useQueryClient();
  const [row, setRow] = useState(loaded);
  return (
    <ResettableForm>
      {(renew) => (
        <Form
          row={row}
          onReset={(fresh) => {
            setRow(fresh ?? client.getQueryData<AgencySettings>(queryKeys.agencySettings()) ?? row);
            renew();
          }}
        />
      )}
    </ResettableForm>
  );
}
