import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogoForm } from "~/shared/brand/logo-form.tsx";
import { loadConfig } from "~/shared/config.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import type { StoredLogo } from "~/shared/use-agency-contact.ts";
import { Logo } from "~/ui/logo.tsx";
import { type AgencySettings, agencySettingsQuery, saveAgencySettings } from "./api.ts";

/** The agency's logo: choose a file, see it on light and dark, save or remove it. */
export function LogoSection() {
  const settings = useQuery(agencySettingsQuery());
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  const query = { ...settings, data: config.data && settings.data };
  return (
    <SettingsCard
      title="Logo"
      text="Replaces the built-in mark in the portal, in emails and on invoices. The public site has its own mark."
    >
      <QueryBoundary
        query={query}
        errorMessage="Couldn't load the logo"
        skeleton={<FormSkeleton label="Loading the logo" fields={1} />}
      >
        {(row) => <AgencyLogoForm row={row} supabaseUrl={config.data?.supabaseUrl ?? ""} />}
      </QueryBoundary>
    </SettingsCard>
  );
}

const CONFLICT = "Someone else just changed the logo. Please try again.";

function AgencyLogoForm({ row, supabaseUrl }: { row: AgencySettings; supabaseUrl: string }) {
  const client = useQueryClient();
  const store = async (logo: StoredLogo | null): Promise<void> => {
    const current = client.getQueryData<AgencySettings>(queryKeys.agencySettings()) ?? row;
    const outcome = await saveAgencySettings(current, {
      logo: logo?.name ?? null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
      logo_plate: logo?.plate ?? false,
    });
    if (outcome.kind !== "saved") throw new ServiceError("failed", CONFLICT, "PT409");
    client.setQueryData(queryKeys.agencySettings(), outcome.row);
  };
  return (
    <LogoForm
      name={row.agency_name}
      stored={storedLogo(row)}
      supabaseUrl={supabaseUrl}
      folder=""
      empty={<Logo size={36} />}
      store={store}
      invalidates={[queryKeys.agencyContact(), queryKeys.agencySettings()]}
    />
  );
}

function storedLogo({
  logo,
  logo_width: width,
  logo_height: height,
  logo_plate: plate,
}: AgencySettings): StoredLogo | null {
  return logo && width && height ? { name: logo, width, height, plate } : null;
}
