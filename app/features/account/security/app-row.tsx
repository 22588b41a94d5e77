import { Smartphone } from "lucide-react";
import { useState } from "react";
import { formatDay, formatMoment } from "~/shared/format-date.ts";
import type { AuthenticatorApp } from "~/shared/second-factor/factors.ts";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

type Props = {
  app: AuthenticatorApp;
  /** Without it two-step sign-in is off. */
  isLast: boolean;
  onRemoved: () => Promise<void>;
};

/** One authenticator app: its name, when it was added and last used, and its removal. */
export function AppRow({ app, isLast, onRemoved }: Props) {
  const [removing, setRemoving] = useState(false);
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-3 last:border-b-0 phone:px-4">
      <Smartphone aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-13">{app.name}</p>
        <p className="text-ink-3 text-xs">
          Added{" "}
          <time dateTime={app.addedAt} title={formatMoment(app.addedAt)}>
            {formatDay(app.addedAt)}
          </time>
          {app.lastUsedAt && (
            <>
              , last used <TimeAgo at={app.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${app.name}`} onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {removing && <RemoveDialog app={app} isLast={isLast} onRemoved={onRemoved} onClose={() => setRemoving(false)} />}
    </li>
  );
}
