import { ExternalLink, Eye, Plus } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import type { AccountRecord } from "./api.ts";
import { ArchiveButton } from "./archive-button.tsx";
import { billedClient } from "./billed-client.ts";

/** The account's name, the way into its workspace, and the first steps in billing for its owner. */
export function AccountHeader({ account }: { account: AccountRecord }) {
  const client = billedClient(account);
  return (
    <PageHeader
      level={2}
      title={account.name}
      chips={
        <>
          <Chip dot={false} tone={account.is_premium ? "info" : "neutral"}>
            {account.is_premium ? "Premium" : "Free"}
          </Chip>
          {account.archived_at && <Chip>Archived</Chip>}
        </>
      }
      description={`/workspace/${account.slug} · since ${formatDay(account.created_at)}`}
      actions={
        !account.archived_at && (
          <>
            <ArchiveButton account={account} />
            {client.id !== null && (
              <Button variant="ghost" asChild>
                <RouterLink to={`/admin/clients/${client.id}/portal`}>
                  <Eye aria-hidden="true" />
                  View as client
                </RouterLink>
              </Button>
            )}
            {/* Another account is another page load, so that nothing of this page reaches it. */}
            <Button asChild>
              <a href={`/workspace/${account.slug}`}>
                <ExternalLink aria-hidden="true" />
                Enter workspace
              </a>
            </Button>
            <Button asChild>
              <RouterLink to="/admin/billing?tab=retainers&retainer=new" state={{ client }}>
                New retainer
              </RouterLink>
            </Button>
            <Button variant="primary" asChild>
              <RouterLink to="/admin/billing/new" state={{ client }}>
                <Plus aria-hidden="true" />
                New invoice
              </RouterLink>
            </Button>
          </>
        )
      }
    />
  );
}
