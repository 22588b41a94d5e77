import { SHORTCUTS } from "~/content/help/shortcuts.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Kbd } from "~/ui/kbd.tsx";

/** What the keys do. Not on a phone, which has none. */
export function ShortcutsCard() {
  return (
    <Card className="phone:hidden" role="region" aria-label="Keyboard">
      <CardHeader>
        <CardTitle level={3}>Keyboard</CardTitle>
      </CardHeader>
      <dl className="grid gap-2.5 px-4 py-3.5 text-13">
        {SHORTCUTS.map(({ does, keys, or }) => (
          <div key={does} className="flex items-center justify-between gap-3">
            <dt className="text-ink-2">{does}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-ink-3 text-xs">
              <Keys keys={keys} />
              {or && (
                <>
                  or <Keys keys={or} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <Kbd key={key} className="touch:inline-grid">
      {key}
    </Kbd>
  ));
}
