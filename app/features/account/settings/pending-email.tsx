import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { authProblemText } from "~/shared/auth-messages.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { cancelEmailChange, resendEmailChange } from "./change-email.ts";
import type { EmailChange } from "./load-email-change.ts";

type Props = { userId: string; email: string; pending: EmailChange };

/** Which mailbox has to confirm, with another try and a way back. */
export function PendingEmail({ userId, email, pending }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<"resend" | "cancel" | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.emailChange(userId) });
  const resend = useSingleFlight(async () => {
    setBusy("resend");
    const problem = await resendEmailChange(email).catch(() => ({ code: "unexpected" }) as const);
    if (problem) toast.error(authProblemText(problem));
    else toast.success(`Sent to ${pending.newEmail} once more.`);
    await refresh();
    setBusy(null);
  });
  const cancel = useSingleFlight(async () => {
    setBusy("cancel");
    try {
      await cancelEmailChange();
      toast.success("The change is taken back. Your address stays as it is.");
    } catch {
      toast.error("The change could not be taken back. Please try again.");
    }
    await refresh();
    setBusy(null);
  });
  return (
    <Banner
      tone="warn"
      title={<span className="wrap-anywhere">{pending.newEmail} has not confirmed yet</span>}
      action={
        <span className="flex gap-1.5 py-px phone:grid phone:grid-cols-2">
          <Button size="sm" loading={busy === "resend"} disabled={busy === "cancel"} onClick={() => void resend()}>
            <span>Send again</span>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            loading={busy === "cancel"}
            disabled={busy === "resend"}
            onClick={() => void cancel()}
          >
            <span>Cancel change</span>
          </Button>
        </span>
      }
    >
      Open the link in that mailbox
      {pending.sentAt && (
        <>
          {" "}
          (sent <TimeAgo at={pending.sentAt} />)
        </>
      )}
      . You keep signing in with the present address until then.
    </Banner>
  );
}
