import { Button } from "~/ui/button.tsx";
import { DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { formatDay } from "../../../domain/format-date.ts";
import { PLAN_PATH } from "../../../domain/premium-plan.ts";
import { useBillingRegion } from "../use-agency-contact.ts";
import type { AccountMember, MemberPlan } from "./account-people.ts";

/** What the person of a row can't do before their plan is canceled. */
export type Departure = "remove" | "demote";

type PayerProps = {
  member: AccountMember;
  plan: MemberPlan;
  isSelf: boolean;
  departure: Departure;
  onClose: () => void;
};

/** The content of a dialog for someone whose plan renews: who pays, and what to do first. */
export function PayerNotice({ member, plan, isSelf, departure, onClose }: PayerProps) {
  const mayCancel = isSelf || plan.may_manage;
  return (
    <>
      <DialogTitle>{isSelf ? "You pay" : `${member.name} pays`} for Premium</DialogTitle>
      <DialogDescription>
        The account would lose Premium while {isSelf ? "you" : "they"} go on paying.{" "}
        {mayCancel
          ? "Cancel the plan first, under Plan and billing."
          : "Ask them to cancel the plan first, or ask the agency."}{" "}
        {nextStep(departure, isSelf)}
        {!isSelf && member.role !== "billing" && " To end their access to leads now, change their role to Billing."}
      </DialogDescription>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {mayCancel && (
          // The settings are outside the workspace, so they are another page load.
          <Button variant="primary" asChild>
            <a href={PLAN_PATH}>Plan and billing</a>
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

function nextStep(departure: Departure, isSelf: boolean): string {
  if (departure === "demote") return isSelf ? "Then you can become a member." : "Then you can make them a member.";
  return isSelf ? "Then you can leave." : "Then you can remove them.";
}

/** What happens to Premium, as a part of the question: who pays, what stops, and whether they go on paying. */
export function PlanLoss({ plan, isSelf }: { plan: MemberPlan; isSelf: boolean }) {
  const region = useBillingRegion();
  const day = plan.ends_at && formatDay(plan.ends_at, region);
  const renews = !plan.is_gift && !plan.is_ending;
  const who = isSelf ? "You" : "They";
  return (
    <>
      {plan.is_gift ? `${who} have Premium as a gift` : `${who} pay for Premium`}
      {!plan.is_gift && plan.is_ending && day && ` until ${day}`}
      {plan.stops
        ? ". The account loses it right away: only its newest 50 leads show, and they're read-only."
        : ". The account keeps it through someone else."}
      {renews &&
        (day ? ` Their plan renews on ${day} unless they cancel it.` : " Their plan renews unless they cancel it.")}
    </>
  );
}
