import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter } from "~/ui/dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { type BilledItems, billedItems } from "./access-change.ts";
import type { Person } from "./api.ts";

const LINKS = {
  invoices: "See the invoices",
  agreed: "See the active invoices",
  retainers: "See the retainers",
  plan: "See the plan",
};

/** Why a client can't join the team yet, and where to settle it. There is nothing to confirm. */
export function BilledNotice({ person: { userId, email }, billed }: { person: Person; billed: BilledItems }) {
  const query = encodeURIComponent(email);
  const paths = {
    invoices: `/admin/billing?q=${query}&status=open`,
    agreed: `/admin/billing?q=${query}&status=active`,
    retainers: `/admin/billing?tab=retainers&q=${query}`,
    plan: `/admin/clients/${userId}`,
  };
  return (
    <>
      <DialogDescription>They're still billed as a client. Settle that first.</DialogDescription>
      <ul aria-label="What to settle" className="grid gap-1.5 text-13 text-ink-2">
        {billedItems(billed).map(({ kind, text }) => (
          <li key={kind} className="wrap-anywhere">
            <span className="inline-block first-letter:uppercase">{text}</span>:{" "}
            <Link asChild className="whitespace-nowrap">
              <RouterLink to={paths[kind]}>{LINKS[kind]}</RouterLink>
            </Link>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
