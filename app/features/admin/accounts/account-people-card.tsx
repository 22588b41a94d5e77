import { InviteMemberDialog } from "~/shared/accounts/invite-member-dialog.tsx";
import { PeopleList } from "~/shared/accounts/people-list.tsx";
import { useSession } from "~/shared/use-session.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import type { AccountRecord } from "./api.ts";
import { EndLoanButton, LendDialog } from "./lend-dialog.tsx";

/** The account's people. Admins invite, change roles, remove, and lend sales reps of the agency. */
export function PeopleCard({ account }: { account: AccountRecord }) {
  const { user } = useSession();
  return (
    <Card role="region" aria-label="People" className="overflow-hidden">
      <CardHeader className="flex-wrap">
        <CardTitle level={3}>People</CardTitle>
        {!account.archived_at && (
          <div className="ml-auto flex gap-2">
            <LendDialog account={account} />
            <InviteMemberDialog account={account} />
          </div>
        )}
      </CardHeader>
      <PeopleList
        account={account}
        people={account.people}
        selfId={user?.id ?? ""}
        linksRecords
        isArchived={account.archived_at !== null}
        lentAction={(person) => <EndLoanButton account={account} person={person} />}
      />
    </Card>
  );
}
