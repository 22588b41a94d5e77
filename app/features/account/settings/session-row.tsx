import { useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { deviceName, isHandheld } from "./device-name.ts";
import { endOwnSession, type OwnSession } from "./own-sessions.ts";

/** One session: which device, how long it has been idle, and its end. */
export function SessionRow({ userId, session }: { userId: string; session: OwnSession }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = deviceName(session.user_agent);
  const Icon = isHandheld(session.user_agent) ? Smartphone : Laptop;
  const end = useSingleFlight(async () => {
    setBusy(true);
    try {
      if (await endOwnSession(session.id)) toast.success(`${name} is signed out.`);
      else toast.info("This session had ended already.");
    } catch {
      toast.error("The session could not be ended. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.sessions(userId) });
    setBusy(false);
  });
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-3 last:border-b-0 phone:px-4">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-13" title={session.user_agent ?? undefined}>
          {name}
          {session.is_current && <Chip tone="ok">this session</Chip>}
        </p>
        <p className="text-ink-3 text-xs">
          Last active <TimeAgo at={session.last_active} />, signed in <TimeAgo at={session.created_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" loading={busy} aria-label={`Sign out ${name}`} onClick={() => void end()}>
          <span>Sign out</span>
        </Button>
      )}
    </li>
  );
}
