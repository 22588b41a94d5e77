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

type Question = { changes: RetentionChange[]; answer: (yes: boolean) => void };

/** Asks before periods become shorter, and waits for the answer. */
export function useShorter() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (changes: RetentionChange[]) =>
    new Promise<boolean>((resolve) => {
      setQuestion({
        changes,
        answer: (yes) => {
          setQuestion(null);
          resolve(yes);
        },
      });
    });
  return { question, ask };
}

/** Shorter periods remove records that are kept today. */
export function ConfirmShorter({ question }: { question: Question | null }) {
  return (
    <AlertDialog open={question !== null} onOpenChange={(open) => !open && question?.answer(false)}>
      <AlertDialogContent>
        <AlertDialogTitle>Remove older records?</AlertDialogTitle>
        <AlertDialogDescription>
          Records that are older than the new period are removed within a few hours. You cannot bring them back.
        </AlertDialogDescription>
        <ul className="grid gap-1 text-sm">
          {question?.changes.map(({ setting, days }) => (
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
          <AlertDialogAction onClick={() => question?.answer(true)}>Save shorter periods</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
