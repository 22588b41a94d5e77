import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { releasedLeads } from "../../../domain/released-leads.ts";
import { unhostedTypes } from "../../../domain/unhosted-types.ts";
import type { AccountMember } from "./account-people.ts";
import { keptMoney } from "./left-money.ts";

type Props = { member: AccountMember; isSelf: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before a person with open leads or meeting types of their own, or the user, becomes a billing contact, because billing contacts see no leads. */
export function BillMemberDialog({ member, isSelf, onConfirm, onClose }: Props) {
  const { open_leads: openLeads, money, plan } = member;
  const sentences = [
    isSelf ? "You can no longer open this workspace. You see only invoices and the plan." : "They no longer see leads.",
    openLeads && releasedLeads(openLeads),
    unhostedTypes(member.only_host_of),
    keptMoney(money, plan, isSelf),
    isSelf && "Only another owner can change your role again.",
  ];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isSelf ? "Become a billing contact?" : `Make ${member.name} a billing contact?`}
      description={sentences.filter(Boolean).join(" ")}
      confirmLabel={isSelf ? "Become a billing contact" : "Make a billing contact"}
      onConfirm={onConfirm}
    />
  );
}
