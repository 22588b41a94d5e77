import { useState } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { listKeys } from "../lib/keys.ts";

/** Every key that works at this moment, as the registry knows them. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => Map.groupBy(listKeys(), ({ group }) => group));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="md:max-w-[640px]">
        <DialogTitle>Keyboard shortcuts</DialogTitle>
        <DialogDescription>They rest while you type. Escape closes what is on top.</DialogDescription>
        <div className="gap-8 md:columns-2">
          {[...groups].map(([group, keys]) => (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 font-semibold text-13">{group}</h3>
              <dl>
                {keys.map((help) => (
                  <KeyLine key={`${help.key} ${help.does}`} name={help.key} does={help.does} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function KeyLine({ name, does }: { name: string; does: string }) {
  return (
    <div className="flex min-h-7 items-center gap-3 text-13">
      <dt className="min-w-0 flex-1">{does}</dt>
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

const NAMES: Record<string, string> = { Enter: "↵", Escape: "esc", ArrowDown: "↓", ArrowUp: "↑" };

function keyText(name: string): string {
  return NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name);
}
