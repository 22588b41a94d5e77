import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { AccountMember } from "./account-people.ts";
import { releasedLeads } from "./released-leads.ts";

type Props = { member: AccountMember; openLeads: number; isSelf: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before a person with open leads becomes a billing contact, because billing contacts see no leads. */
export function BillMemberDialog({ member, openLeads, isSelf, onConfirm, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>{isSelf ? "Become a billing contact?" : `Make ${member.name} a billing contact?`}</DialogTitle>
        <DialogDescription>
          {isSelf ? "You" : "They"} no longer see leads. {releasedLeads(openLeads)}
        </DialogDescription>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onConfirm}>
            {isSelf ? "Become a billing contact" : "Make a billing contact"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
