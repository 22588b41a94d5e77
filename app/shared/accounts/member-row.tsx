import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { rowLinkClasses } from "~/ui/link.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ClientLink } from "../client-link.tsx";
import { queryKeys } from "../query-keys.ts";
import { useAction } from "../use-action.ts";
import { type AccountMember, readMember, setMemberRole } from "./account-people.ts";
import { type AccountRole, accountRole } from "./account-roles.ts";
import { BillMemberDialog } from "./bill-member-dialog.tsx";
import { DemoteMemberDialog } from "./demote-member-dialog.tsx";
import { leftMoney, movesMoney } from "./left-money.ts";
import { PersonLine } from "./person-line.tsx";
import { LAST_OWNER, RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { RoleMenu } from "./role-menu.tsx";

/** The name of a person who has a record covers their row. */
export const ROW_LINK = `static ${rowLinkClasses}`;

type Props = {
  account: { id: string; name: string };
  member: AccountMember;
  mayManage: boolean;
  isSelf: boolean;
  isAlone: boolean;
  /** Others are in the account, and none of them is an owner. */
  isLastOwner: boolean;
  linksRecord: boolean;
  /** After the user left the account, or became someone (`role`) who may no longer open its workspace. */
  onLeft?: ((role?: AccountRole) => void) | undefined;
};

/**
 * One member with their role. Those who manage the account change it or remove them, and everyone may leave. Whoever was deactivated
 * keeps their role until they are reactivated.
 */
export function MemberRow({ account, member, mayManage, isSelf, isAlone, isLastOwner, linksRecord, onLeft }: Props) {
  const { id, name, role, status, since, money } = member;
  const [isRemoving, setRemoving] = useState(false);
  const [asked, setAsked] = useState<"member" | "billing" | null>(null);
  const change = useRoleChange(account.id, member, isSelf ? onLeft : undefined);
  // Leads, money and plans change while the page is open, and the questions name them.
  const reload = useAction({
    action: () => readMember(account.id, id),
    errorMessage: `Couldn't read ${name}'s role`,
    isRead: true,
  });
  const choose = async (next: AccountRole) => {
    const now = (await reload.run())?.answer?.member;
    if (!now) return;
    // No one can take their own step down back.
    const isNamed = now.plan || (now.money && leftMoney(now.money, isSelf));
    const isWorking = now.open_leads || now.only_host_of.length > 0;
    const isAsked = isSelf || (next === "member" ? isNamed : next === "billing" && isWorking);
    if (isAsked && next !== "owner") setAsked(next);
    else void change.run({ role: next });
  };
  const askToRemove = () => {
    setRemoving(true);
    void reload.run();
  };
  return (
    <li className={cn("px-4 py-2.5", linksRecord && "relative hover:bg-hover")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PersonLine
          person={member}
          name={
            <>
              {linksRecord ? (
                <ClientLink id={id} className={ROW_LINK}>
                  {name}
                </ClientLink>
              ) : (
                name
              )}
              {isSelf && <span className="font-normal text-ink-3"> (you)</span>}
            </>
          }
          detail={
            <>
              joined <TimeAgo at={since} />
            </>
          }
        />
        <span className="relative z-1 ml-auto flex items-center gap-1 phone:ml-9">
          {status !== "active" && (
            <Chip tone={status === "pending" ? "warn" : "neutral"}>
              {status === "pending" ? "Waiting for approval" : "Deactivated"}
            </Chip>
          )}
          {mayManage && status === "active" ? (
            <RoleMenu
              name={name}
              role={role}
              busy={change.busy || reload.busy}
              reason={isLastOwner || (isAlone && role === "owner") ? LAST_OWNER : undefined}
              onChange={(next) => void choose(next)}
            />
          ) : (
            <Chip dot={false}>{accountRole(role)?.label}</Chip>
          )}
          {isSelf ? (
            <Button size="sm" variant="ghost" onClick={askToRemove}>
              Leave
            </Button>
          ) : (
            mayManage && (
              <IconButton label={`Remove ${name}`} onClick={askToRemove}>
                <X aria-hidden="true" />
              </IconButton>
            )
          )}
        </span>
      </div>
      {change.problem && (
        <div role="alert" className="pt-1 pl-9">
          <FieldError id={undefined}>{change.problem}</FieldError>
        </div>
      )}
      {asked === "member" && (
        <DemoteMemberDialog
          member={member}
          isSelf={isSelf}
          onConfirm={() => {
            setAsked(null);
            void change.run({ role: asked, isFinal: isSelf || (money !== null && movesMoney(money)) });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "billing" && (
        <BillMemberDialog
          member={member}
          isSelf={isSelf}
          onConfirm={() => {
            setAsked(null);
            void change.run({ role: asked, isFinal: true });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {isRemoving && (
        <RemoveMemberDialog
          account={account}
          member={member}
          isSelf={isSelf}
          isAlone={isAlone}
          isLastOwner={isLastOwner}
          onClose={() => setRemoving(false)}
          onLeft={onLeft}
        />
      )}
    </li>
  );
}

/** `isFinal`: leads or money went to others, which Undo wouldn't return, or only someone else may undo it. */
type RoleChange = { role: AccountRole; isUndo?: boolean; isFinal?: boolean };

/**
 * Changes the role, with Undo. A refusal, such as the last owner's, appears below the person. `onLeft` follows when the user becomes
 * a billing contact, who may no longer open the workspace.
 */
function useRoleChange(accountId: string, { id, name, role: before }: AccountMember, onLeft?: Props["onLeft"]) {
  const change = useAction({
    action: ({ role }: RoleChange) => setMemberRole(accountId, id, role),
    successMessage: (_, { role, isUndo, isFinal }) => {
      const title = `${name} is ${accountRole(role)?.noun}${isUndo ? " again" : " now"}`;
      if (isUndo || isFinal) return title;
      return { title, action: { label: "Undo", onClick: () => void change.run({ role: before, isUndo: true }) } };
    },
    errorMessage: "Couldn't change the role",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.accounts()],
    onSuccess: (_, { role }) => role === "billing" && onLeft?.(role),
  });
  return change;
}
