import { LogOut } from "lucide-react";
import { UNEXPECTED } from "~/shared/auth-problem.ts";
import { signOut } from "~/shared/sign-out.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";

/** Ends the session in this browser. Every open tab goes to /auth. The compact button is an icon on a phone. */
export function SignOutButton({ compact = false }: { compact?: boolean }) {
  const { run, busy } = useAction({ action: () => signOut(), errorMessage: UNEXPECTED });
  return (
    <Button variant="ghost" disabled={busy} onClick={() => void run()}>
      <LogOut aria-hidden="true" />
      <span className={compact ? "phone:sr-only" : undefined}>Sign Out</span>
    </Button>
  );
}
