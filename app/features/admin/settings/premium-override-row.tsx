import { useState } from "react";
import { formatDay } from "~/shared/format-date.ts";
import { problemText } from "~/shared/problem-text.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { deletePremiumOverride, type PremiumOverride, setPremiumOverride } from "./premium-overrides.ts";

/** One gift. Ending it can be taken back while the note of it is there. */
export function PremiumOverrideRow({
  override,
  onDone,
}: {
  override: PremiumOverride;
  onDone: () => Promise<unknown>;
}) {
  const [busy, setBusy] = useState(false);
  const { email, expires_at: until } = override;
  const ended = until !== null && new Date(until) <= new Date();
  const undo = async () => {
    await setPremiumOverride(email, until).catch((error: unknown) =>
      toast.error(problemText(error, "The gift could not be saved")),
    );
    await onDone();
  };
  const end = async () => {
    setBusy(true);
    try {
      await deletePremiumOverride(email);
      // One that was over already cannot be given back: it must end in the future.
      const action = ended ? undefined : { label: "Undo", onClick: () => void undo() };
      toast.success(`${email} has no free premium any more.`, action && { action });
    } catch (error) {
      toast.error(problemText(error, "The gift could not be saved"));
    }
    await onDone();
    setBusy(false);
  };
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-2.5 last:border-b-0 phone:px-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-13">
          {email} {ended && <Chip tone="bad">ended</Chip>}
        </p>
        <p className="text-ink-3 text-xs">
          {until ? `${ended ? "Ended on" : "Until"} ${formatDay(until)}` : "Without an end"}, given on{" "}
          {formatDay(override.created_at)}
        </p>
      </div>
      <Button size="sm" loading={busy} aria-label={`End premium of ${email}`} onClick={() => void end()}>
        <span>{ended ? "Remove" : "End"}</span>
      </Button>
    </li>
  );
}
