import { Archive, Ellipsis, ExternalLink, Eye, Gift, Plus } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { useLeaveHere } from "../client-record/view-as-bar.tsx";
import type { AccountRecord } from "./api.ts";
import { ArchiveDialog } from "./archive-account.tsx";
import { billedClient, premiumOf } from "./billed-client.ts";

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
            <Button variant="primary" className="phone:order-first" asChild>
              <RouterLink to="/admin/billing/new" state={{ client }}>
                <Plus aria-hidden="true" />
                New invoice
              </RouterLink>
            </Button>
            <MoreActions account={account} client={client} />
          </>
        )
      }
    />
  );
}

type MoreProps = { account: AccountRecord; client: ReturnType<typeof billedClient> };

/** What people rarely do with an account. */
function MoreActions({ account, client }: MoreProps) {
  const [isArchiving, setArchiving] = useState(false);
  const leaveHere = useLeaveHere();
  const { timeZone = localZone() } = useBillingRegion();
  const premium = premiumOf(account, timeZone);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More actions for ${account.name}`}
            className="phone:flex-none!"
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {client.id !== null && (
            <DropdownMenuItem asChild>
              <RouterLink to={`/admin/clients/${client.id}/portal`} state={leaveHere}>
                <Eye aria-hidden="true" />
                View as client
              </RouterLink>
            </DropdownMenuItem>
          )}
          {premium && (
            <DropdownMenuItem asChild>
              <RouterLink to="/settings?section=premium" state={premium.grant}>
                <Gift aria-hidden="true" />
                {premium.isGift ? "Change end date" : "Give Premium"}
              </RouterLink>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setArchiving(true)}>
            <Archive aria-hidden="true" />
            Archive account…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ArchiveDialog account={account} open={isArchiving} onClose={() => setArchiving(false)} />
    </>
  );
}
