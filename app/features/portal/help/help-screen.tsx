import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { Workspaces } from "~/content/help/help.ts";
import { shortcutsFor } from "~/content/shortcuts.ts";
import { slugOfPage, useCameFrom } from "~/shared/came-from.ts";
import { myAccountsQuery, onlyAccount } from "~/shared/workspace-query.ts";
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
  const workspaces = useWorkspaces(role);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <Articles role={role} workspaces={workspaces} open={article} />
      <div className="grid gap-5">
        <ContactForm user={user} role={role} />
        <SystemStatus role={role} />
        {/* The portal of a client has no shortcuts of its own. */}
        {(role === "client" ? workspaces : role) && <ShortcutsCard role={role} />}
      </div>
    </div>
  );
}

/** The workspaces of a client's accounts; null for billing people, who have none, and for the team. */
function useWorkspaces(role: Role | null): Workspaces | null {
  const { data: accounts = [] } = useQuery({ ...myAccountsQuery, enabled: role === "client" });
  const from = useCameFrom();
  const own = accounts.filter(({ kind, role: part }) => kind === "client" && part !== "billing");
  if (role !== "client" || own.length === 0) return null;
  const shown = own.find(({ slug }) => from && slug === slugOfPage(from)) ?? onlyAccount(accounts);
  return { slug: shown?.slug ?? null };
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
