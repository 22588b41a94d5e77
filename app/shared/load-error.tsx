import { Button } from "~/ui/button.tsx";
import { Card, FRAMELESS_IN_CARD } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { ServiceError } from "./service-error.ts";

type Props = { text: string; error: unknown; onRetry: () => void };

/** Shown in place of failed content: what happened, what to do, and which request failed. */
export function LoadError({ text, error, onRetry }: Props) {
  const requestId = error instanceof ServiceError ? error.requestId : null;
  const offline = error instanceof ServiceError && error.kind === "offline";
  return (
    <Card role="alert" className={FRAMELESS_IN_CARD}>
      <EmptyState
        title={text}
        text={offline ? "We can't reach the server. Check your connection." : "Something went wrong on our end."}
      >
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
      {requestId && <p className="pb-4 text-center font-mono text-xs text-ink-3">Request {requestId}</p>}
    </Card>
  );
}
