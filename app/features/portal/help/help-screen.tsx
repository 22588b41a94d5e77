import { ChevronDown } from "lucide-react";
import { shortcutsFor } from "~/content/shortcuts.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
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
        {/* Clients have no shortcuts of their own. */}
        {role !== "client" && role !== null && <ShortcutsCard role={role} />}
      </div>
    </div>
  );
}

/** The keyboard shortcuts of the user's screens. Hidden on a phone, which has no keyboard. */
function ShortcutsCard({ role }: { role: Role | null }) {
  const [general, ...groups] = shortcutsFor(role);
  return (
    <Card className="phone:hidden" role="region" aria-label="Keyboard">
      <CardHeader>
        <CardTitle>Keyboard</CardTitle>
      </CardHeader>
      {general && <ShortcutList keys={general.keys} />}
      {groups.map(({ name, keys }) => (
        <details key={name} className="group/keys border-line-soft border-t">
          <summary className="flex h-10 cursor-pointer list-none items-center justify-between px-4 font-medium text-13 hover:bg-hover focus-visible:-outline-offset-2 touch:h-11 [&::-webkit-details-marker]:hidden">
            {name}
            <ChevronDown
              aria-hidden="true"
              className="size-4 text-ink-3 transition-transform group-open/keys:rotate-180 motion-reduce:transition-none"
            />
          </summary>
          <ShortcutList keys={keys} />
        </details>
      ))}
    </Card>
  );
}

function ShortcutList({ keys }: { keys: Record<string, string> }) {
  return (
    <dl className="grid gap-2.5 px-4 py-3.5 text-13">
      {Object.entries(keys).map(([key, description]) => (
        <div key={key} className="flex items-center justify-between gap-3">
          <dt className="text-ink-2">{description}</dt>
          <dd className="flex shrink-0 items-center gap-1">
            <KeyCaps keys={key} className="touch:inline-grid" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
