import { Command } from "cmdk";
import type { ReactNode } from "react";

/** What belongs together in the palette, under its heading; nothing when there is none of it. */
export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  const empty = Array.isArray(children) && children.flat().filter(Boolean).length === 0;
  if (empty) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

/** One thing to choose: by the mouse, or by the arrows and Enter. */
export function PaletteItem({
  value,
  onSelect,
  children,
}: {
  value: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="mx-1.5 flex h-[38px] cursor-pointer items-center gap-2.5 rounded-[7px] pr-2 pl-2.5 text-13 data-[selected=true]:bg-press phone:h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3"
    >
      {children}
    </Command.Item>
  );
}

/** What one typed, where it stands in a name to the letter. */
export function HighlightedText({ text, match }: { text: string; match: string }) {
  const at = match ? text.toLowerCase().indexOf(match) : -1;
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent-ink">{text.slice(at, at + match.length)}</mark>
      {text.slice(at + match.length)}
    </>
  );
}

/** What the palette says instead of leads. */
export function PaletteNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 pt-3 pb-1 text-13 text-ink-3">
      {children}
    </p>
  );
}
