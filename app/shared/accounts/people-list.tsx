import { UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "~/ui/empty-state.tsx";
import { type AccountPeople, departureOf } from "./account-people.ts";
import type { AccountRole } from "./account-roles.ts";
import { InvitationRow } from "./invitation-row.tsx";
import { LentRow } from "./lent-row.tsx";
import { MemberRow } from "./member-row.tsx";

type Props = {
  account: { id: string; name: string };
  people: AccountPeople;
  selfId: string;
  /** For admins: opens the client's record, or the drawer of someone of the team. */
  linksRecords?: boolean;
  /** Nothing but an invitation can be changed, which can be revoked. */
  isArchived?: boolean;
  /** Only admins end a loan. */
  lentAction?: (person: AccountPeople["lent"][number]) => ReactNode;
  /** After the user left the account, or became someone (`role`) who may no longer open its workspace. */
  onLeft?: (role?: AccountRole) => void;
};

/** The people of an account, in its workspace and on the admins' page of it. */
export function PeopleList({
  account,
  people,
  selfId,
  linksRecords = false,
  isArchived = false,
  lentAction,
  onLeft,
}: Props) {
  const { members, lent, invitations, may_manage: mayManage } = people;
  if (members.length + lent.length + invitations.length === 0)
    return (
      <EmptyState
        icon={<UsersRound />}
        title="No people"
        text="Invite the owner by email. They can then invite their colleagues."
      />
    );
  return (
    <>
      <Group label="People" isShown={members.length > 0} disabled={isArchived}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            account={account}
            member={member}
            mayManage={mayManage}
            isSelf={member.id === selfId}
            {...departureOf(member, members)}
            linksRecord={linksRecords}
            onLeft={onLeft}
          />
        ))}
      </Group>
      <Group label="Open invitations" isShown={invitations.length > 0} hasTitle>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} accountId={account.id} invitation={invitation} isArchived={isArchived} />
        ))}
      </Group>
      <Group label="From the agency" isShown={lent.length > 0} hasTitle disabled={isArchived}>
        {lent.map((person) => (
          <LentRow key={person.id} person={person} linksRecord={linksRecords}>
            {lentAction?.(person)}
          </LentRow>
        ))}
      </Group>
    </>
  );
}

type GroupProps = { label: string; isShown: boolean; hasTitle?: boolean; disabled?: boolean; children: ReactNode };

function Group({ label, isShown, hasTitle = false, disabled = false, children }: GroupProps) {
  if (!isShown) return null;
  const list = (
    <ul aria-label={label} className="divide-y divide-line-soft">
      {children}
    </ul>
  );
  return (
    <div className="not-first:border-line-soft not-first:border-t">
      {hasTitle && <p className="px-4 pt-3 font-medium text-ink-3 text-xs">{label}</p>}
      {disabled ? (
        <fieldset disabled aria-label={`${label} of an archived account`} className="min-w-0">
          {list}
        </fieldset>
      ) : (
        list
      )}
    </div>
  );
}
