import { LogOut, ShieldCheck } from "lucide-react";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { SetUpApp } from "~/shared/second-factor/set-up-app.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useSyncSession } from "~/shared/use-sync-session.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { useRedirectAfterSecondStep } from "./second-step.ts";

/** For users who must set up two-step sign-in: only the set-up and sign-out. */
export function FactorRequiredScreen({ email, next }: { email: string; next: string | null }) {
  useSyncSession();
  const leave = useRedirectAfterSecondStep(next);
  return (
    <CenteredPage>
      <Card className="grid gap-5 p-6">
        <div className="grid gap-2">
          <ShieldCheck size={20} aria-hidden="true" className="text-ink-3" />
          <h1 className="font-display font-semibold text-xl tracking-tighter">Set up two-step sign-in</h1>
          <p className="text-ink-2 text-sm">
            Your agency requires it for your role. After your password, you enter a code from an authenticator app on
            your phone. Setup takes about a minute.
          </p>
        </div>
        <SetUpApp
          takenNames={[]}
          onDone={() => {
            toast.success("Two-step sign-in is on.");
            return leave();
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-2 border-line-soft border-t pt-4">
          <p className="wrap-anywhere min-w-0 text-13 text-ink-3">Signed in as {email}</p>
          <Button variant="ghost" className="-mr-3 phone:-ml-4" onClick={() => void signOut()}>
            <LogOut aria-hidden="true" />
            Sign out
          </Button>
        </div>
      </Card>
    </CenteredPage>
  );
}
