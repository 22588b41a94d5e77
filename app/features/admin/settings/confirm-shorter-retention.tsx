import { useState } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import type { RetentionChange } from "./retention.ts";

type Confirmation = { changes: RetentionChange[]; answer: (yes: boolean) => void };

/** Asks before periods become shorter, and waits for the answer. */
export function useConfirmShorterRetention() {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const ask = (changes: RetentionChange[]) =>
    new Promise<boolean>((resolve) => {
      setConfirmation({
        changes,
        answer: (yes) => {
          setConfirmation(null);
          resolve(yes);
        },
      });
    });
  return { confirmation, ask };
}

/** Shorter periods remove records that are kept today. */
export function ConfirmShorterRetention({ confirmation }: { confirmation: Confirmation | null }) {
  return (
    <AlertDialog open={confirmation !== null} onOpenChange={(open) => !open && confirmation?.answer(false)}>
      <AlertDialogContent>
        <AlertDialogTitle>Remove older records?</AlertDialogTitle>
        <AlertDialogDescription>
          Records that are older than the new period are removed within a few hours. You cannot bring them back.
        </AlertDialogDescription>
        <ul className="grid gap-1 text-sm">
          {confirmation?.changes.map(({ setting, days }) => (
            <li key={setting.kind} className="flex justify-between gap-4">
              <span>{setting.label}</span>
              <span className="num text-ink-2">
                {setting.keep_days.toLocaleString("en")} → {days.toLocaleString("en")} days
              </span>
            </li>
          ))}
        </ul>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction onClick={() => confirmation?.answer(true)}>Save shorter periods</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
