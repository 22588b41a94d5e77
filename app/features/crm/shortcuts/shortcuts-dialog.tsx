import { useState } from "react";
import { withoutChanges } from "~/content/shortcuts.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { listShortcuts } from "../lib/shortcuts.ts";

/** Every shortcut that works on the current page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [active] = useState(listShortcuts);
  const groups = useIsReadOnly() ? withoutChanges(active) : active;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="md:max-w-[640px]">
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <DialogDescription>Shortcuts are off while you type. Press Escape to close the top window.</DialogDescription>
        <div className="gap-8 md:columns-2">
          {groups.map(({ name, keys }) => (
            <section key={name} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 font-semibold text-13">{name}</h3>
              <dl>
                {Object.entries(keys).map(([key, description]) => (
                  <div key={key} className="flex min-h-7 items-center gap-3 py-1 text-13 leading-tight">
                    <dt className="min-w-0 flex-1">{description}</dt>
                    <dd className="flex gap-1">
                      <KeyCaps keys={key} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
