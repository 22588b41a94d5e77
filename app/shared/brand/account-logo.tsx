import { useQuery } from "@tanstack/react-query";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { AgencyLogo, AgencyLogoImage } from "~/shared/shell/agency-logo.tsx";
import { type StoredLogo, toAgencyLogo } from "~/shared/use-agency-contact.ts";

/** A client's logo in the header of its workspace; the agency's without one. Its name is beside it. */
export function AccountLogo({ logo }: { logo: StoredLogo | null }) {
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  if (!logo) return <AgencyLogo />;
  if (!config.data) return <span aria-hidden="true" className="size-[18px] shrink-0" />;
  const image = toAgencyLogo(config.data.supabaseUrl, logo);
  return <AgencyLogoImage logo={image} name="" className="max-h-6 max-w-20 rail:max-w-8" />;
}
