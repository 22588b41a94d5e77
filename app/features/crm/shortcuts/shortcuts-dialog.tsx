import { useState } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { listShortcuts } from "../lib/shortcuts.ts";

/** Every shortcut that works on the current page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => Map.groupBy(listShortcuts(), ({ group }) => group));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="md:max-w-[640px]">
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <DialogDescription>Shortcuts are off while you type. Press Escape to close the top window.</DialogDescription>
        <div className="gap-8 md:columns-2">
          {[...groups].map(([group, keys]) => (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 font-semibold text-13">{group}</h3>
              <dl>
                {keys.map((help) => (
                  <ShortcutRow key={`${help.key} ${help.description}`} name={help.key} description={help.description} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function ShortcutRow({ name, description }: { name: string; description: string }) {
  return (
    <div className="flex min-h-7 items-center gap-3 text-13">
      <dt className="min-w-0 flex-1">{description}</dt>
      <dd className="flex gap-1">
        {name
          .split(" ")
          .map((part) =>
            part.startsWith("mod+") ? (
              <ModKbd key={part}>{part.slice(4).toUpperCase()}</ModKbd>
            ) : (
              <Kbd key={part}>{keyText(part)}</Kbd>
            ),
          )}
      </dd>
    </div>
  );
}

const KEY_SYMBOLS: Record<string, string> = { Enter: "↵", Escape: "esc", ArrowDown: "↓", ArrowUp: "↑" };

function keyText(name: string): string {
  return KEY_SYMBOLS[name] ?? (name.length === 1 ? name.toUpperCase() : name);
}
