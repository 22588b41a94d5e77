import { AuditCard } from "../audit-log/audit-card.tsx";

/** What admins changed about the account and its people, and who entered its workspace. Newest first. */
export function AccountActivity({ accountId }: { accountId: string }) {
  return (
    <AuditCard
      filter={{ account: accountId }}
      empty="No admin has changed anything about this account or entered its workspace yet."
    />
  );
}
