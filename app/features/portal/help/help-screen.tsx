import { SHORTCUTS } from "~/content/help/shortcuts.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { Articles } from "./articles.tsx";
import { ContactForm } from "./contact-form.tsx";
import { SystemStatus } from "./system-status.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  /** The article in the URL. */
  article: string | null;
};

/**
 * Help Center (spec §2 Admin layout: linked from the sidebar): articles for the user's role, the system status and a contact
 * form.
 */
export function HelpScreen({ user, role, article }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <Articles role={role} open={article} />
      <div className="grid gap-5">
        <ContactForm user={user} role={role} />
        <SystemStatus role={role} />
        <ShortcutsCard />
      </div>
    </div>
  );
}

/** The keyboard shortcuts. Hidden on a phone, which has no keyboard. */
function ShortcutsCard() {
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
