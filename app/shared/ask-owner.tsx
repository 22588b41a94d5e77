import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { Link } from "~/ui/link.tsx";
import { mailLink } from "../../domain/mail-link.ts";
import type { PortalAccounts } from "./portal-accounts.tsx";
import type { PortalRights } from "./portal-rights.ts";

type Owner = Pick<PortalRights["owners"][number], "name" | "email">;
type Props = { title: string; text: string; owners: Owner[]; children?: ReactNode };

/** For a part of the portal that a person's role doesn't show: why, and whom to ask. */
export function AskOwner({ title, text, owners, children }: Props) {
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
        {children}
      </EmptyState>
    </Card>
  );
}

type AskAboutMoneyProps = {
  /** Invoices, or invoices and retainers. */
  what: string;
  owners: Props["owners"];
  /** The name of the account, for someone with several. */
  account?: string;
  children?: ReactNode;
};

/** For someone whose role shows no money. */
export function AskAboutMoney({ what, owners, account = "this account", children }: AskAboutMoneyProps) {
  return (
    <AskOwner
      title={`Only owners and billing contacts see ${what}`}
      text={`Your role in ${account} gives access to its leads, pages, requests and files. An owner can change your role.`}
      owners={owners}
    >
      {children}
    </AskOwner>
  );
}

/** The button goes with what it answers, and the tab whose list it opens stays. */
const returnsFocusToTab = returnsFocusTo(() => document.querySelector("[role=tab][aria-selected=true]"));

/** For someone who chose the account, of several, in which their role shows no money. */
export function AskAboutMoneyOf({ chosen, ask = [], choose }: Pick<PortalAccounts, "chosen" | "ask" | "choose">) {
  return (
    <AskAboutMoney what="invoices and retainers" owners={ask} account={chosen?.name}>
      <div ref={returnsFocusToTab} className="grid w-full justify-items-center">
        <Button size="sm" onClick={() => choose("")}>
          Show all accounts
        </Button>
      </div>
    </AskAboutMoney>
  );
}
