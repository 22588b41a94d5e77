import { useQuery } from "@tanstack/react-query";
import { accountPeopleQuery } from "~/shared/accounts/account-people.ts";
import { ACCOUNT_ROLES } from "~/shared/accounts/account-roles.ts";
import { InviteMemberDialog } from "~/shared/accounts/invite-member-dialog.tsx";
import { PeopleList } from "~/shared/accounts/people-list.tsx";
import { LEFT } from "~/shared/accounts/use-membership-toast.ts";
import { BrandCard } from "~/shared/brand/brand-card.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useSession } from "~/shared/use-session.ts";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { accountPath } from "~/shared/workspace-query.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { PageHeader } from "~/ui/page-header.tsx";

/** /workspace/:account/team: the people of the account. Owners invite, change roles and remove; everyone may leave. */
export function TeamScreen({ accountId }: { accountId: string }) {
  const { user } = useSession();
  const workspace = useWorkspace();
  const account = { id: accountId, name: workspace?.name ?? "this account" };
  const query = useQuery(accountPeopleQuery(accountId));
  const { data: people } = query;
  const mayManage = people?.may_manage ?? false;
  return (
    <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
      <PageHeader
        level={2}
        title="Team"
        description={
          people && !mayManage
            ? "Owners invite people, change roles and remove people."
            : "People who answer your leads, write your pages, or pay your invoices."
        }
        actions={mayManage && <InviteMemberDialog account={account} variant="primary" />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-5">
          <Card role="region" aria-label="Team" className="overflow-hidden">
            <QueryBoundary
              query={query}
              errorMessage="The team couldn't be loaded"
              skeleton={<TableSkeleton label="Loading the team" />}
            >
              {(found) => (
                <PeopleList
                  account={account}
                  people={found}
                  selfId={user?.id ?? ""}
                  // The page of an account that one left is another page load. A billing contact is still in it.
                  onLeft={(role) =>
                    location.assign(
                      workspace && role
                        ? accountPath({ kind: "client", role, slug: workspace.slug })
                        : `/workspace?${LEFT}`,
                    )
                  }
                />
              )}
            </QueryBoundary>
          </Card>
          {mayManage && workspace && <BrandCard account={workspace} invalidates={[queryKeys.workspace()]} />}
        </div>
        <RolesCard />
      </div>
    </div>
  );
}

/** What each role may do, in one line each. */
function RolesCard() {
  return (
    <Card role="region" aria-label="Roles" className="overflow-hidden">
      <CardHeader>
        <CardTitle>Roles</CardTitle>
      </CardHeader>
      <dl className="grid gap-3 px-4 py-3 text-13">
        {ACCOUNT_ROLES.map(({ role, label, text }) => (
          <div key={role}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-pretty text-ink-3">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
