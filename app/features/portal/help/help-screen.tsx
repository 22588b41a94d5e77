import type { Role } from "../../../../domain/roles.ts";
import { Articles } from "./articles.tsx";
import { ContactForm } from "./contact-form.tsx";
import { ShortcutsCard } from "./shortcuts-card.tsx";
import { SystemStatus } from "./system-status.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  /** The article that the address names. */
  article: string | null;
};

/** Help Center (spec §2 Admin layout: linked from the sidebar): answers for one's role, what works, and a way to ask. */
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
