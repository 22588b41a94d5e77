import { AuditCard } from "../audit-log/audit-card.tsx";

/** What admins changed about one client, and when they viewed the portal as the client. Newest first. */
export function ClientActivity({ email }: { email: string }) {
  return <AuditCard filter={{ subject: email }} empty="No admin has changed anything for this client yet." />;
}
