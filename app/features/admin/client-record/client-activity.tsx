import { AuditCard } from "../audit-log/audit-card.tsx";
import type { ClientRecord } from "./api.ts";

/** What admins did for one client and their accounts, and when they viewed the portal as the client. Newest first. */
export function ClientActivity({ client: { email, money_of } }: { client: ClientRecord }) {
  return (
    <AuditCard
      filter={{ subject: email, accounts: money_of.map(({ id }) => id) }}
      empty="No admin has changed anything for this client yet."
    />
  );
}
