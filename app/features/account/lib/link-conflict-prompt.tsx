import { useState } from "react";
import type { LinkConflict } from "~/shared/link-conflict.ts";
import { Button } from "~/ui/button.tsx";

type Props = { conflict: LinkConflict; onDecide: (useLink: boolean) => Promise<void> };

/** Asks before a link replaces another account's session, because a browser keeps only one session. */
export function LinkConflictPrompt({ conflict: { current, next }, onDecide }: Props) {
  const [answered, setAnswered] = useState<"link" | "stay" | null>(null);
  const answer = async (choice: "link" | "stay") => {
    setAnswered(choice);
    await onDecide(choice === "link");
    setAnswered(null);
  };
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere text-sm text-ink-2" role="status">
        You're signed in as <b className="font-medium text-ink">{current}</b>.{" "}
        {next ? (
          <>
            Continue as <b className="font-medium text-ink">{next}</b>?
          </>
        ) : (
          "This link may sign you in to another account. Continue with the link?"
        )}
      </p>
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          className="h-auto min-h-10 whitespace-normal py-2"
          loading={answered === "link"}
          disabled={answered === "stay"}
          onClick={() => void answer("link")}
        >
          <span className="wrap-anywhere">{next ? `Continue as ${next}` : "Continue with the link"}</span>
        </Button>
        <Button
          size="lg"
          className="h-auto min-h-10 whitespace-normal py-2"
          loading={answered === "stay"}
          disabled={answered === "link"}
          onClick={() => void answer("stay")}
        >
          <span className="wrap-anywhere">Stay signed in as {current}</span>
        </Button>
      </div>
    </div>
  );
}
