import { AtSign, CircleDashed, FileText, type LucideIcon, PanelsTopLeft, Users } from "lucide-react";
import { SOURCE_NAMES } from "../../domain/lead-sources.ts";
import { cn } from "./cn.ts";

const SOURCES: Record<string, { Icon: LucideIcon; short: string }> = {
  website_form: { Icon: FileText, short: "Form" },
  referral: { Icon: Users, short: "Referral" },
  social_media: { Icon: AtSign, short: "Social" },
  landing_page: { Icon: PanelsTopLeft, short: "Landing" },
  other: { Icon: CircleDashed, short: "Other" },
};

/** An icon for a lead's source (spec §3), beside the text. */
export function SourceIcon({ source, className }: { source: string; className?: string }) {
  const { Icon } = SOURCES[source] ?? { Icon: CircleDashed };
  return <Icon aria-hidden="true" className={cn("size-3.5 shrink-0 text-ink-3", className)} />;
}

/** 'Landing' in dense rows, 'Landing page' elsewhere. */
export function sourceText(source: string, { short = false } = {}): string {
  return (short ? SOURCES[source]?.short : SOURCE_NAMES[source]) ?? source;
}

/** All sources, for selects. */
export const SOURCE_KEYS = Object.keys(SOURCES);
