import { useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { formatDay } from "../../../../domain/format-date.ts";

/** Who pays for a plan. `inTrial`: they haven't paid yet. */
type Payer = { id: string; name: string; inTrial: boolean };

/** What the payment provider has after a change: whether the plan ends, and until when it is paid. */
const changedPlan = z.object({ ends: z.boolean(), until: z.nullable(z.string()) });

const changePlan = async (clientId: string, ends: boolean) =>
  changedPlan.parse(await callFunction("change-plan", { client_id: clientId, ends }));

const EXPLAINED: Record<string, string> = {
  plan_not_found: "This plan has ended. Nothing was changed.",
  payments_not_configured: "Online payments aren't set up, so there is no plan to change.",
};

/** Cancels the plan of a client at the end of its period, or keeps it after all. The client gets an email about each change. */
function usePlanChange({ id, name }: Payer) {
  const region = useBillingRegion();
  const shared = {
    errorMessage: "The plan wasn't changed",
    explain: (error: unknown) => (error instanceof ServiceError && EXPLAINED[error.code ?? ""]) || null,
    invalidates: [queryKeys.accounts(), queryKeys.clientRecord(id)],
  };
  const keep = useAction({
    ...shared,
    action: () => changePlan(id, false),
    successMessage: `The plan of ${name} continues`,
  });
  const cancel = useAction({
    ...shared,
    action: () => changePlan(id, true),
    successMessage: ({ until }) => ({
      title: `The plan of ${name} is canceled`,
      ...(until && { description: `It ends on ${formatDay(until, region)}.` }),
      action: { label: "Undo", onClick: () => void keep.run() },
    }),
  });
  return { keep, cancel };
}

/** Asks, and cancels the plan of a client. `end`: until when it is paid, if that is known. */
export function CancelPlanButton({ payer, end }: { payer: Payer; end?: string | null }) {
  const region = useBillingRegion();
  const [isAsking, setAsking] = useState(false);
  const { cancel } = usePlanChange(payer);
  const { name, inTrial } = payer;
  const until = end
    ? `until ${formatDay(end, region)}`
    : `until ${inTrial ? "the free trial ends" : "the end of its paid month"}`;
  return (
    <>
      <Button size="sm" className="w-fit" onClick={() => setAsking(true)}>
        Cancel plan
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Cancel the plan of ${name}?`}
        description={`Premium stays active ${until}. ${inTrial ? "They don't pay for it" : "They don't pay again"}, and they get an email that you canceled it.`}
        cancelLabel="Keep plan"
        confirmLabel="Cancel plan"
        busy={cancel.busy}
        onConfirm={async () => {
          if (await cancel.run()) setAsking(false);
        }}
      />
    </>
  );
}

/** Keeps a plan that was canceled and hasn't ended. */
export function KeepPlanButton({ payer }: { payer: Payer }) {
  const { keep } = usePlanChange(payer);
  return (
    <Button size="sm" className="w-fit" loading={keep.busy} onClick={() => void keep.run()}>
      <span>Keep plan</span>
    </Button>
  );
}
