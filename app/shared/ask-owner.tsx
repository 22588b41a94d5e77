import { Lock } from "lucide-react";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { mailLink } from "../../domain/mail-link.ts";
import type { PortalRights } from "./portal-rights.ts";

type Props = { title: string; text: string; owners: PortalRights["owners"] };

/** For a part of the portal that a person's role doesn't show: why, and whom to ask. */
export function AskOwner({ title, text, owners }: Props) {
  return (
    <Card>
      <EmptyState icon={<Lock />} title={title} text={text}>
        {owners.length > 0 && (
          <ul className="grid gap-1 text-13">
            {owners.slice(0, 3).map(({ name, email }) => (
              <li key={email} className="wrap-anywhere">
                {name !== email && `${name}, `}
                <Link href={mailLink(email)}>{email}</Link>
              </li>
            ))}
          </ul>
        )}
      </EmptyState>
    </Card>
  );
}

/** For someone whose role shows no money. `what` are invoices, or invoices and retainers. */
export function AskAboutMoney({ what, owners }: { what: string; owners: Props["owners"] }) {
  return (
    <AskOwner
      title={`Only owners and billing contacts see ${what}`}
      text="Your role in this account gives access to its leads, pages, requests and files. An owner can change your role."
      owners={owners}
    />
  );
}
