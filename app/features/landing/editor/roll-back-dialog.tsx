import { problemText } from "~/shared/problem-text.ts";
import { toast } from "~/shared/toast.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import { rollBackPage } from "../lib/page-mutations.ts";
import { hasChanges } from "./live-url.ts";
import type { Version } from "./load-versions.ts";
import type { EditorState } from "./use-editor.ts";

type Props = { editor: EditorState; version: Version | null; onClose: () => void };

/** Live at once, and the draft as well: so the unpublished words that go are named. */
export function RollBackDialog({ editor, version, onClose }: Props) {
  const { page, startOver } = editor;
  const rollBack = async (number: number) => {
    try {
      const made = await rollBackPage(page.id, number);
      await startOver();
      toast.success(`Version ${number} is live again, as version ${made}`);
    } catch (error) {
      toast.error(problemText(error, "The page was not rolled back"));
    }
  };
  return (
    <AlertDialog open={version !== null} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>Roll back to version {version?.number}?</AlertDialogTitle>
        <AlertDialogDescription>
          Visitors see it again within a second, as a new version; the address stays as it is.
          {hasChanges(editor) && " The draft becomes it too: what is written and was never published is lost."}
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel />
          <AlertDialogAction variant="primary" onClick={() => version && void rollBack(version.number)}>
            Roll back
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
