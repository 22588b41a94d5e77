import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { readMember } from "~/shared/accounts/account-people.ts";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { RemoveMemberDialog } from "~/shared/accounts/remove-member-dialog.tsx";
import { slugOfPage, useCameFrom } from "~/shared/came-from.ts";
import { type PortalRights, portalRightsQuery } from "~/shared/portal-rights.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";

/** The accounts of a client, who may leave each of them. Billing contacts have no Team page for this. */
export function AccountsSection({ userId }: { userId: string }) {
  const rights = useQuery(portalRightsQuery(userId));
  return (
    <SettingsCard title="Accounts" text="The accounts that you belong to, and what you can do in each." flush>
      <QueryBoundary
        query={rights}
        errorMessage="Your accounts couldn't be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading your accounts" fields={2} />
          </div>
        }
      >
        {({ accounts }) =>
          accounts.length > 0 ? (
            <ul aria-label="Accounts" className="divide-y divide-line-soft border-line-soft border-t">
              {accounts.map((account) => (
                <AccountRow key={account.id} userId={userId} account={account} />
              ))}
            </ul>
          ) : (
            <p className="border-line-soft border-t px-5 py-4 text-13 text-ink-3 phone:px-4">
              You don't belong to any account. An account's owner or we can invite you by email.
            </p>
          )
        }
      </QueryBoundary>
    </SettingsCard>
  );
}

type RowProps = { userId: string; account: PortalRights["accounts"][number] };

function AccountRow({ userId, account }: RowProps) {
  const { id, name, role, slug } = account;
  const [asked, setAsked] = useState<Awaited<ReturnType<typeof readMember>>>(null);
  const navigate = useNavigate();
  const from = useCameFrom();
  // Leads, money and plans change while the page is open, and the question names them.
  const ask = useAction({
    action: () => readMember(id, userId),
    errorMessage: `Couldn't read your role in ${name}`,
    isRead: true,
    // Perhaps someone removed the user.
    handleError: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.accounts() });
      return false;
    },
    onSuccess: setAsked,
  });
  const showLeft = () => {
    // All other pages may show rows of this account.
    queryClient.removeQueries({ type: "inactive" });
    void queryClient.invalidateQueries();
    // The way back to its workspace is closed.
    if (from && slugOfPage(from) === slug) void navigate("/settings?section=accounts", { replace: true });
  };
  return (
    <li className="flex items-center gap-3 px-5 py-3 phone:flex-wrap phone:px-4">
      <Building2 aria-hidden="true" className="size-4 shrink-0 self-start text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-13">
          <span className="wrap-anywhere">{name}</span>
          <Chip dot={false}>{accountRole(role)?.label}</Chip>
        </p>
        <p className="text-pretty text-ink-3 text-xs">{accountRole(role)?.yours}</p>
      </div>
      <Button size="sm" loading={ask.busy} aria-label={`Leave ${name}`} onClick={() => void ask.run()}>
        <span>Leave</span>
      </Button>
      {asked && (
        <RemoveMemberDialog account={account} {...asked} isSelf onClose={() => setAsked(null)} onLeft={showLeft} />
      )}
    </li>
  );
}
