import { cn } from "~/ui/cn.ts";
import { Logo } from "~/ui/logo.tsx";
import { type AgencyLogo as Data, useAgencyContact } from "../use-agency-contact.ts";

type Props = { className?: string };

/** The agency's logo in a header, or the built-in mark. Nothing appears until it is known, so that no mark is replaced. */
export function AgencyLogo({ className }: Props) {
  const { data, isError } = useAgencyContact();
  if (!data && !isError) return <span aria-hidden="true" className={cn("size-[18px] shrink-0", className)} />;
  if (!data?.logo) return <Logo size={18} className={cn("shrink-0", className)} />;
  return (
    <AgencyLogoImage logo={data.logo} name={data.name} className={cn("max-h-6 max-w-32 rail:max-w-8", className)} />
  );
}

type ImageProps = { logo: Data; name: string; className?: string | undefined };

/** A logo, on a white plate in dark mode if it needs one. The classes limit its size. */
export function AgencyLogoImage({ logo: { src, width, height, plate }, name, className }: ImageProps) {
  return (
    <img
      src={src}
      alt={name}
      width={width}
      height={height}
      className={cn("h-auto w-auto shrink-0 object-contain", plate && "logo-plate", className)}
    />
  );
}
