import { Button } from "~/ui/button.tsx";
import { Card, FRAMELESS_IN_CARD } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { ServiceError } from "./service-error.ts";
import { useOnline } from "./use-online.ts";

type Props = { text: string; error: unknown; onRetry: () => void };

const UNREACHED = "We can't reach the server. Check your connection.";
const OFFLINE = "You're offline. It loads when you're back online.";

/** Shown in place of failed content: what happened, what to do, and which request failed. */
export function LoadError({ text, error, onRetry }: Props) {
  const requestId = error instanceof ServiceError ? error.requestId : null;
  const unreached = error instanceof ServiceError && error.kind === "offline";
  const online = useOnline();
  // The workspace closes in a moment, and trying again can't help.
  const left = error instanceof ServiceError && error.refusal?.code === "account_left";
  return (
    <Card role="alert" className={FRAMELESS_IN_CARD}>
      <EmptyState
        title={text}
        text={
          left
            ? "You no longer work in this account."
            : unreached
              ? online
                ? UNREACHED
                : OFFLINE
              : "Something went wrong on our end."
        }
      >
        {!left && <Button onClick={onRetry}>Try again</Button>}
      </EmptyState>
      {requestId && !left && <p className="pb-4 text-center font-mono text-xs text-ink-3">Request {requestId}</p>}
    </Card>
  );
}
