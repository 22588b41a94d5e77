import { AuditCard } from "../audit-log/audit-card.tsx";
import type { ClientRecord } from "./api.ts";

/** What admins did for one client and their accounts, what the client paid, and when admins viewed the portal as them. Newest first. */
export function ClientActivity({ client: { email, money_of } }: { client: ClientRecord }) {
  return (
    <AuditCard
      filter={{ subject: email, accounts: money_of.map(({ id }) => id) }}
      empty="No changes or payments yet."
    />
  );
}
