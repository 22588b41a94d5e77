import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { queryKeys } from "../query-keys.ts";
import { useAction } from "../use-action.ts";
import { type AccountMember, removeMember } from "./account-people.ts";

type Props = {
  account: { id: string; name: string };
  member: AccountMember;
  isSelf: boolean;
  isAlone: boolean;
  onClose: () => void;
  onLeft?: (() => void) | undefined;
};

/** Asks before a person leaves an account. A refusal, such as the last owner's, appears here. */
export function RemoveMemberDialog({ account, member, isSelf, isAlone, onClose, onLeft }: Props) {
  const { id, name } = member;
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
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>{isSelf ? `Leave ${account.name}?` : `Remove ${name}?`}</DialogTitle>
        <DialogDescription>
          {isSelf ? "You" : "They"} lose access to {isSelf ? account.name : "this account"} right away. Open leads that{" "}
          {isSelf ? "you" : "they"} own become unassigned. To come back, {isSelf ? "you need" : "they need"} a new
          invitation.
          {isSelf && isAlone && " You're the only person here, so only the agency can invite you again."}
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
      </DialogContent>
    </Dialog>
  );
}
