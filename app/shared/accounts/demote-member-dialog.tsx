import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { AccountMember, MemberPlan } from "./account-people.ts";
import { PayerNotice, PlanLoss } from "./member-plan.tsx";

type Props = {
  member: AccountMember;
  plan: MemberPlan | null;
  isSelf: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Asks before a person whose plan the account has becomes a member, because members have no part in the plan, and before an owner
 * steps down.
 */
export function DemoteMemberDialog({ member, plan, isSelf, onConfirm, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        {plan?.must_end ? (
          <PayerNotice member={member} plan={plan} isSelf={isSelf} departure="demote" onClose={onClose} />
        ) : (
          <>
            <DialogTitle>{isSelf ? "Become a member?" : `Make ${member.name} a member?`}</DialogTitle>
            <DialogDescription>
              {isSelf &&
                "You no longer see invoices or the plan, and you can't invite people or change roles. Only another owner can change your role again."}
              {plan && (
                <span className={isSelf ? "mt-2 block" : undefined}>
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
