import { Button } from "~/ui/button.tsx";
import { DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { formatDay } from "../../../domain/format-date.ts";
import { PLAN_PATH } from "../../../domain/premium-plan.ts";
import { useBillingRegion } from "../use-agency-contact.ts";
import type { AccountMember, MemberPlan } from "./account-people.ts";
import { lostPlan, payerReason } from "./lost-plan.ts";

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
  const region = useBillingRegion();
  const mayCancel = isSelf || plan.may_manage;
  return (
    <>
      <DialogTitle>
        {plan.in_trial
          ? `Premium comes from ${isSelf ? "your" : `${member.name}'s`} free trial`
          : `${isSelf ? "You pay" : `${member.name} pays`} for Premium`}
      </DialogTitle>
      <DialogDescription>
        {payerReason(plan, isSelf, plan.kept_until && formatDay(plan.kept_until, region))}{" "}
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

/** What happens to Premium, as a part of the question. */
export function PlanLoss({ plan, isSelf }: { plan: MemberPlan; isSelf: boolean }) {
  const region = useBillingRegion();
  return <>{lostPlan(plan, isSelf, plan.ends_at && formatDay(plan.ends_at, region))}</>;
}
