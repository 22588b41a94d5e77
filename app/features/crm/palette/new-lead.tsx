import { Plus } from "lucide-react";
import { Kbd } from "~/ui/kbd.tsx";
import { PaletteItem } from "./palette-parts.tsx";

/** Adds a lead, called as what was typed. */
export function NewLead({ query, onSelect }: { query: string; onSelect: () => void }) {
  return (
    <PaletteItem value="action new" onSelect={onSelect}>
      <Plus aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{query ? `New lead named “${query}”` : "New lead"}</span>
      <Kbd>C</Kbd>
    </PaletteItem>
  );
}
