import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { authProblemText } from "~/shared/auth-messages.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { signOut } from "~/shared/sign-out.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";

/** Ends every session but this one. */
export function SignOutOthers({ userId, count }: { userId: string; count: number }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const end = useSingleFlight(async () => {
    setBusy(true);
    const problem = await signOut("others").catch(() => ({ code: "unexpected" }) as const);
    if (problem) toast.error(authProblemText(problem));
    else toast.success("All other devices are signed out.");
    await client.invalidateQueries({ queryKey: queryKeys.sessions(userId) });
    setBusy(false);
  });
  return (
    <div className="border-line-soft border-t px-5 py-3 phone:px-4">
      <Button loading={busy} onClick={() => void end()} className="phone:w-full">
        <span>{count === 1 ? "Sign out the other device" : `Sign out ${count} other devices`}</span>
      </Button>
    </div>
  );
}
