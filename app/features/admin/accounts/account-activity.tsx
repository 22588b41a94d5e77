import { AuditCard } from "../audit-log/audit-card.tsx";

/** What admins did for the account and its people: money, pages, members, visits; and what clients paid. Newest first. */
export function AccountActivity({ accountId }: { accountId: string }) {
  return (
    <AuditCard
      filter={{ accounts: [accountId] }}
      empty="No admin has changed anything about this account or entered its workspace yet."
    />
  );
}
