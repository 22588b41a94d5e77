import { useState } from "react";
import { authProblemText } from "~/shared/auth-messages.ts";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";

/** Ends every session of the account, this one too. */
export function SignOutEverywhere() {
  const [busy, setBusy] = useState(false);
  const end = useSingleFlight(async () => {
    setBusy(true);
    const problem = await signOut("global").catch(() => ({ code: "unexpected" }) as const);
    setBusy(false);
    if (problem) toast.error(authProblemText(problem));
  });
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button className="phone:w-full" loading={busy}>
          <span>Sign out everywhere</span>
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogTitle>Sign out on every device?</AlertDialogTitle>
        <AlertDialogDescription>
          All devices are signed out at once, this one too. You need your password to come back.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction onClick={() => void end()}>Sign out everywhere</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
