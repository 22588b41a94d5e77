import { LogOut, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { signOut } from "../sign-out.ts";
import { AppSelect, CodeForm } from "./code-form.tsx";
import { type AuthenticatorApp, DEFAULT_APP_NAME } from "./factors.ts";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";
import { acceptsRecoveryCodes } from "./recovery-codes.tsx";

type Props = {
  apps: readonly AuthenticatorApp[];
  /** Shows the account, for people with several. */
  email: string;
  /** What the code is for, when it is not for sign-in. */
  purpose?: string;
  onVerified: () => Promise<void> | void;
};

/** The second step of sign-in: a code from one of the user's apps, or sign-out. */
export function CodeStep({ apps, email, purpose = "finish signing in", onVerified }: Props) {
  const [chosen, setChosen] = useState(apps[0]?.id ?? "");
  const [byCode, setByCode] = useState(false);
  const [accepted, setAccepted] = useState(false);
  useEffect(() => {
    acceptsRecoveryCodes().then(setAccepted, () => undefined);
  }, []);
  const app = apps.find(({ id }) => id === chosen) ?? apps[0];
  return (
    <>
      <div className="grid gap-2">
        <ShieldCheck size={20} aria-hidden="true" className="text-ink-3" />
        <h1 className="font-display font-semibold text-xl tracking-tighter">Enter your code</h1>
        <p className="text-ink-2 text-sm">
          To {purpose} as <b className="wrap-anywhere font-medium text-ink">{email}</b>, enter{" "}
          {byCode
            ? "one of your recovery codes. Each works once."
            : `the 6-digit code for ${brand.name} from ${apps.length === 1 && app && app.name !== DEFAULT_APP_NAME ? `“${app.name}”` : "your authenticator app"}.`}
        </p>
      </div>
      {apps.length > 1 && !byCode && (
        <AppSelect apps={apps} value={app?.id} onChange={(event) => setChosen(event.target.value)} />
      )}
      {app && byCode && (
        <RecoveryCodeForm appId={app.id} onVerified={onVerified}>
          {(busy) => (
            <Button type="submit" variant="primary" size="lg" loading={busy}>
              <span>Continue</span>
            </Button>
          )}
        </RecoveryCodeForm>
      )}
      {app && !byCode && (
        <CodeForm key={app.id} appId={app.id} autoFocus onVerified={onVerified}>
          {(busy) => (
            <Button type="submit" variant="primary" size="lg" loading={busy}>
              <span>Continue</span>
            </Button>
          )}
        </CodeForm>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-line-soft border-t pt-4">
        <p className="text-13 text-ink-3">
          {byCode ? "Have your phone?" : "Lost your phone?"}{" "}
          {accepted && (
            <>
              <button
                type="button"
                className="hit cursor-pointer rounded-xs underline underline-offset-2 hover:text-ink"
                onClick={() => setByCode(!byCode)}
              >
                {byCode ? "Use your app" : "Use a recovery code"}
              </button>
              , or{" "}
            </>
          )}
          <a className="underline underline-offset-2 hover:text-ink" href={`mailto:${brand.email}`}>
            {accepted ? "ask us" : "Ask us"} to reset it
          </a>
        </p>
        <Button variant="ghost" className="-mr-3 phone:-ml-4" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign out
        </Button>
      </div>
    </>
  );
}
