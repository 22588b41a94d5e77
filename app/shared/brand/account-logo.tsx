import { useQuery } from "@tanstack/react-query";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { AgencyLogoImage } from "~/shared/shell/agency-logo.tsx";
import { type StoredLogo, toAgencyLogo } from "~/shared/use-agency-contact.ts";
import { initialsOf } from "~/ui/avatar.tsx";

type Props = { name: string; logo: StoredLogo | null };

/** A client's logo in the header of its workspace; its initials without one, as in emails. Its name is beside it. */
export function AccountLogo({ name, logo }: Props) {
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  if (!logo)
    return (
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-sm bg-accent font-sans font-semibold text-2xs text-on-accent pl-[.06em] tracking-[.06em]"
      >
        {initialsOf(name)}
      </span>
    );
  if (!config.data) return <span aria-hidden="true" className="size-[18px] shrink-0" />;
  const image = toAgencyLogo(config.data.supabaseUrl, logo);
  return <AgencyLogoImage logo={image} name="" className="max-h-6 max-w-20 rail:max-w-8" />;
}
