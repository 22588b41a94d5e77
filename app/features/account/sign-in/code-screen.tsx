import { CenteredPage } from "~/shared/centered-page.tsx";
import { CodeStep } from "~/shared/second-factor/code-step.tsx";
import type { AuthenticatorApp } from "~/shared/second-factor/factors.ts";
import { useSyncSession } from "~/shared/use-sync-session.ts";
import { Card } from "~/ui/card.tsx";
import { greet } from "../lib/greet.ts";
import { useRedirectAfterSecondStep } from "./second-step.ts";

type Props = { email: string; apps: readonly AuthenticatorApp[]; next: string | null };

/** Asks for the code after a password or link, then opens the requested page. */
export function CodeScreen({ email, apps, next }: Props) {
  useSyncSession();
  const leave = useRedirectAfterSecondStep(next);
  const welcome = () => {
    greet();
    return leave();
  };
  return (
    <CenteredPage>
      <Card className="grid gap-5 p-6">
        <CodeStep email={email} apps={apps} onVerified={welcome} />
      </Card>
    </CenteredPage>
  );
}
