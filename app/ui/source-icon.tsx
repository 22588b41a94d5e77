import { AtSign, CircleDashed, FileText, type LucideIcon, PanelsTopLeft, Users } from "lucide-react";
import { cn } from "./cn.ts";

const SOURCES: Record<string, { Icon: LucideIcon; short: string; long: string }> = {
  website_form: { Icon: FileText, short: "Form", long: "Website form" },
  referral: { Icon: Users, short: "Referral", long: "Referral" },
  social_media: { Icon: AtSign, short: "Social", long: "Social media" },
  landing_page: { Icon: PanelsTopLeft, short: "Landing", long: "Landing page" },
  other: { Icon: CircleDashed, short: "Other", long: "Other" },
};

/** An icon for a lead's source (spec §3), beside the text. */
export function SourceIcon({ source, className }: { source: string; className?: string }) {
  const { Icon } = SOURCES[source] ?? { Icon: CircleDashed };
  return <Icon aria-hidden="true" className={cn("size-3.5 shrink-0 text-ink-3", className)} />;
}

/** 'Landing' in dense rows, 'Landing page' elsewhere. */
export function sourceText(source: string, { short = false } = {}): string {
  const known = SOURCES[source];
  if (!known) return source;
  return short ? known.short : known.long;
}

/** All sources, for selects. */
export const SOURCE_KEYS = Object.keys(SOURCES);
