import { ArrowRight } from "lucide-react";
import { PaletteGroup, PaletteItem } from "./palette-parts.tsx";

const PAGES = [
  ["/crm", "Today"],
  ["/crm/board", "Board"],
  ["/crm/leads", "Leads"],
  ["/crm/analytics", "Analytics"],
  ["/crm/import", "Import & export"],
  ["/settings", "Settings"],
  ["/help", "Help"],
] as const;

/** The pages of the CRM whose names fit what was typed. */
export function PageItems({
  matches,
  onGo,
}: {
  matches: (label: string) => boolean;
  onGo: (to: string) => () => void;
}) {
  return (
    <PaletteGroup heading="Pages">
      {PAGES.filter(([, label]) => matches(label)).map(([to, label]) => (
        <PaletteItem key={to} value={`page ${to}`} onSelect={onGo(to)}>
          <ArrowRight aria-hidden="true" /> <span className="min-w-0 flex-1 truncate">{label}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
