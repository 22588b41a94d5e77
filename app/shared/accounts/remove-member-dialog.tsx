import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { releasedLeads } from "../../../domain/released-leads.ts";
import { unhostedTypes } from "../../../domain/unhosted-types.ts";
import { queryKeys } from "../query-keys.ts";
import { useAction } from "../use-action.ts";
import { type AccountMember, removeMember } from "./account-people.ts";
import { lastDeparture, leftMoney } from "./left-money.ts";
import { PayerNotice, PlanLoss } from "./member-plan.tsx";

type Props = {
  account: { id: string; name: string };
  member: AccountMember;
  isSelf: boolean;
  isAlone: boolean;
  isLastOwner: boolean;
  onClose: () => void;
  onLeft?: (() => void) | undefined;
};

/** Asks before a person leaves an account. The last owner can't while others are in it, nor who pays for its plan; both read why. */
export function RemoveMemberDialog({ isLastOwner, ...props }: Props) {
  const { plan } = props.member;
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()}>
      <DialogContent>
        {isLastOwner ? (
          <LastOwner {...props} />
        ) : plan?.must_end ? (
          <PayerNotice
            member={props.member}
            plan={plan}
            isSelf={props.isSelf}
            departure="remove"
            onClose={props.onClose}
          />
        ) : (
          <Question {...props} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** As the database says it (`private.keep_an_owner`). */
export const LAST_OWNER = "Make someone else an owner first: an account needs one";

type PartProps = Omit<Props, "isLastOwner">;

function LastOwner({ account, member, isSelf, onClose }: PartProps) {
  return (
    <>
      <DialogTitle>
        {isSelf ? "You're" : `${member.name} is`} the only owner of {account.name}
      </DialogTitle>
      <DialogDescription>
        {LAST_OWNER}. {isSelf ? "Then you can leave." : "Then you can remove them."}
      </DialogDescription>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  );
}

function Question({ account, member, isSelf, isAlone, onClose, onLeft }: PartProps) {
  const { id, name, plan, open_leads, money, only_host_of } = member;
  const left = money ? leftMoney(money, isSelf) : "";
  const unhosted = unhostedTypes(only_host_of);
  const remove = useAction({
    action: () => removeMember(account.id, id),
    successMessage: isSelf ? `You left ${account.name}` : `${name} was removed`,
    errorMessage: isSelf ? "You didn't leave" : `${name} wasn't removed`,
    showProblem: "inline",
    isFree: true,
    // After leaving, the user may no longer ask who is in it.
    invalidates: isSelf && onLeft ? [] : [queryKeys.accounts()],
    onSuccess: () => {
      onClose();
      if (isSelf) onLeft?.();
    },
  });
  return (
    <>
      <DialogTitle>{isSelf ? `Leave ${account.name}?` : `Remove ${name}?`}</DialogTitle>
      <DialogDescription>
        {isSelf ? "You" : "They"} lose access to {isSelf ? account.name : "this account"} right away.{" "}
        {open_leads ? `${releasedLeads(open_leads)} ` : ""}To come back, {isSelf ? "you need" : "they need"} a new
        invitation.
        {isAlone && ` ${lastDeparture(isSelf)}`}
        {unhosted && <span className="mt-2 block">{unhosted}</span>}
        {left && <span className="mt-2 block">{left}</span>}
        {plan && (
          <span className="mt-2 block">
            <PlanLoss plan={plan} isSelf={isSelf} />
          </span>
        )}
      </DialogDescription>
      {remove.problem && (
        <div role="alert">
          <FieldError id={undefined}>{remove.problem}</FieldError>
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" loading={remove.busy} onClick={() => void remove.run()}>
          <span>{isSelf ? "Leave account" : "Remove"}</span>
        </Button>
      </DialogFooter>
    </>
  );
}
