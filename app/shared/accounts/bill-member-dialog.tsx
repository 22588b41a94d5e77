import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import type { AccountMember } from "./account-people.ts";
import { releasedLeads } from "./released-leads.ts";

type Props = { member: AccountMember; openLeads: number; isSelf: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before a person with open leads becomes a billing contact, because billing contacts see no leads. */
export function BillMemberDialog({ member, openLeads, isSelf, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isSelf ? "Become a billing contact?" : `Make ${member.name} a billing contact?`}
      description={`${isSelf ? "You" : "They"} no longer see leads. ${releasedLeads(openLeads)}`}
      confirmLabel={isSelf ? "Become a billing contact" : "Make a billing contact"}
      onConfirm={onConfirm}
    />
  );
}
