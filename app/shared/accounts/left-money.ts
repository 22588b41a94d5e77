import { formatCount } from "../../../domain/format-count.ts";
import { formatNames } from "../../../domain/format-list.ts";
import type { MemberMoney, MemberPlan } from "./account-people.ts";

/** What happens to the money that names a person who leaves an account or becomes a member; empty when nothing does. */
export const leftMoney = (money: MemberMoney, isSelf: boolean): string =>
  [stays(money, isSelf), goes(money)].filter(Boolean).join(" ");

/** An account without an heir keeps its last person until everything is settled, so then nothing stays. */
function stays({ invoices, agreed, signs_in, heir }: MemberMoney, isSelf: boolean): string {
  if (invoices + agreed === 0 || heir === null) return "";
  const isOne = invoices + agreed === 1;
  const them = isOne ? "it" : "them";
  const [who, whose] = isSelf ? ["You", "your"] : ["They", "their"];
  const items = formatNames([...counted(invoices, "open invoice"), ...counted(agreed, "active invoice")]);
  const rights = invoices > 0 ? `can still see and pay ${them}` : `can still see ${them}, and pay ${them} once due`;
  return `${items} ${isOne ? "stays" : "stay"} in ${whose} name. ${who} ${signs_in ? rights : `can't see or pay ${them}`}.`;
}

function goes({ retainers, drafts, heir }: MemberMoney): string {
  const moving = heir === null ? drafts : drafts + retainers;
  if (moving === 0) return "";
  const isOne = moving === 1;
  const items = formatNames([...counted(drafts, "draft"), ...(heir ? counted(retainers, "ongoing retainer") : [])]);
  if (heir === null) return `${items} ${isOne ? "names" : "name"} no one until an owner joins.`;
  return `${items} ${isOne ? "goes" : "go"} to ${heir}.`;
}

/** Whether something goes to someone else, which a change back wouldn't return. */
export const movesMoney = (money: MemberMoney): boolean => goes(money) !== "";

/** What a person keeps who becomes a billing contact; empty when nothing names them and the plan isn't through them. */
export function keptMoney(money: MemberMoney | null, plan: MemberPlan | null, isSelf: boolean): string {
  const { invoices = 0, agreed = 0, retainers = 0, drafts = 0 } = money ?? {};
  const count = invoices + agreed + retainers + drafts;
  const items = formatNames([
    ...counted(invoices, "open invoice"),
    ...counted(agreed, "active invoice"),
    ...counted(drafts, "draft"),
    ...counted(retainers, "ongoing retainer"),
  ]);
  const [who, whose] = isSelf ? ["You", "your"] : ["They", "their"];
  const kept = count > 0 && `${items} ${count === 1 ? "stays" : "stay"} in ${whose} name.`;
  const paid = plan?.is_ending
    ? `The account still has Premium through ${whose} canceled plan until it ends.`
    : `${who} still pay for Premium${plan?.in_trial ? " after the free trial" : ""}.`;
  const premium = plan && (plan.is_gift ? `The account still has Premium through ${whose} complimentary plan.` : paid);
  return [kept, premium].filter(Boolean).join(" ");
}

/** What it means that an account's last person goes. Someone else who removes them is an admin. */
export const lastDeparture = (isSelf: boolean): string =>
  isSelf
    ? "You're the only person here, so only the agency can invite you again."
    : "No one is left in this account then. No one can be billed until you invite an owner. You can also archive it.";

const counted = (count: number, noun: string) =>
  count > 0 ? [`${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`] : [];
