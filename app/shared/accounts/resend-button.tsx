import { Button } from "~/ui/button.tsx";
import { queryKeys } from "../query-keys.ts";
import { useAction } from "../use-action.ts";
import { type AccountInvitation, inviteMember, sentMessage } from "./account-people.ts";

type Props = { accountId: string; invitation: AccountInvitation; variant?: "default" | "ghost" };

/** Sends an invitation again. The earlier link no longer works. */
export function ResendButton({ accountId, invitation: { email, role }, variant = "default" }: Props) {
  const again = useAction({
    action: () => inviteMember(accountId, { email, role }),
    successMessage: sentMessage(email, true),
    errorMessage: "Couldn't send the invitation",
    isFree: true,
    invalidates: [queryKeys.accounts()],
  });
  return (
    <Button
      size="sm"
      variant={variant}
      loading={again.busy}
      aria-label={`Resend the invitation for ${email}`}
      onClick={() => void again.run()}
    >
      <span>Resend</span>
    </Button>
  );
}
