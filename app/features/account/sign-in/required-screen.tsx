import { LogOut, ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { createRecoveryCodes, RECOVERY_CODES_TEXT, RecoveryCodes } from "~/shared/second-factor/recovery-codes.tsx";
import { SetUpApp } from "~/shared/second-factor/set-up-app.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useSyncSession } from "~/shared/use-sync-session.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { useRedirectAfterSecondStep } from "./second-step.ts";

/** For the ref of the set-up: the codes take its place, and the focus goes to their title. */
const toTitle = returnsFocusTo(() => document.querySelector("[data-set-up-title]"));

/** For users who must set up two-step sign-in: only the set-up and sign-out. */
export function FactorRequiredScreen({ email, next }: { email: string; next: string | null }) {
  useSyncSession();
  // The first code changes the session, but the recovery codes are shown after it.
  const isSettingUp = useRef(false);
  const leave = useRedirectAfterSecondStep(next, isSettingUp);
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <CenteredPage>
      <Card className="grid gap-5 p-6">
        <div className="grid gap-2">
          <ShieldCheck size={20} aria-hidden="true" className="text-ink-3" />
          <h1
            tabIndex={-1}
            data-set-up-title=""
            className="font-display font-semibold text-xl tracking-tighter outline-none"
          >
            {codes.length > 0 ? "Keep your recovery codes" : "Set up two-step sign-in"}
          </h1>
          <p className="text-ink-2 text-sm">
            {codes.length > 0
              ? RECOVERY_CODES_TEXT
              : "Your agency requires it for your role. After your password, you enter a code from an authenticator app on your phone. Setup takes about a minute."}
          </p>
        </div>
        {codes.length > 0 ? (
          <>
            <RecoveryCodes codes={codes} />
            <Button variant="primary" size="lg" onClick={() => void leave()}>
              I've kept them
            </Button>
          </>
        ) : (
          <div
            ref={toTitle}
            className="contents"
            onSubmitCapture={() => {
              isSettingUp.current = true;
            }}
          >
            <SetUpApp
              takenNames={[]}
              onDone={async () => {
                toast.success("Two-step sign-in is on.");
                const created = await createRecoveryCodes().catch(() => []);
                if (created.length === 0) return leave();
                setCodes(created);
              }}
            />
          </div>
        )}
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
