import { LogOut } from "lucide-react";
import { useState } from "react";
import { signOut } from "~/shared/sign-out.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";

/** Ends the session in this browser; every open tab of it goes to /auth. Compact, it is an icon on a phone. */
export function SignOutButton({ compact = false }: { compact?: boolean }) {
  const [busy, setBusy] = useState(false);
  const leave = useSingleFlight(async () => {
    setBusy(true);
    await signOut();
    setBusy(false);
  });
  return (
    <Button variant="ghost" disabled={busy} onClick={() => void leave()}>
      <LogOut aria-hidden="true" />
      <span className={compact ? "phone:sr-only" : undefined}>Sign Out</span>
    </Button>
  );
}
