import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { AccountMember } from "./account-people.ts";
import { leftMoney } from "./left-money.ts";
import { PayerNotice, PlanLoss } from "./member-plan.tsx";

type Props = {
  member: AccountMember;
  isSelf: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a person whom money or the plan names becomes a member, who has no part in either, and before an owner steps down. */
export function DemoteMemberDialog({ member, isSelf, onConfirm, onClose }: Props) {
  const { plan, money } = member;
  const left = money ? leftMoney(money, isSelf) : "";
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        {plan?.must_end ? (
          <PayerNotice member={member} plan={plan} isSelf={isSelf} departure="demote" onClose={onClose} />
        ) : (
          <>
            <DialogTitle>{isSelf ? "Become a member?" : `Make ${member.name} a member?`}</DialogTitle>
            <DialogDescription>
              {isSelf
                ? "You see only invoices in your name, and you can't manage the account's plan, invite people or change roles. Only another owner can change your role again."
                : "They see only invoices in their name, and can't manage the account's plan."}
              {left && <span className="mt-2 block">{left}</span>}
              {plan && (
                <span className="mt-2 block">
                  <PlanLoss plan={plan} isSelf={isSelf} />
                </span>
              )}
            </DialogDescription>
            <DialogFooter>
              <Button onClick={onClose}>Cancel</Button>
              <Button variant="danger" onClick={onConfirm}>
                {isSelf ? "Become a member" : "Make a member"}
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
