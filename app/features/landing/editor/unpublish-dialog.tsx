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
import { unpublishPage } from "../lib/page-mutations.ts";
import type { EditorState } from "./use-editor.ts";

type Props = { editor: EditorState; open: boolean; onClose: () => void };

export function UnpublishDialog({ editor: { page, refresh }, open, onClose }: Props) {
  const unpublish = async () => {
    try {
      await unpublishPage(page.id);
      await refresh();
      toast.success("The page is off the net");
    } catch (error) {
      toast.error(problemText(error, "The page was not unpublished"));
    }
  };
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>Unpublish this page?</AlertDialogTitle>
        <AlertDialogDescription>
          Whoever opens it reads “Page not found or not published”, also on its domain. Draft, versions and figures
          stay, and publishing brings it back.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it live</AlertDialogCancel>
          <AlertDialogAction onClick={() => void unpublish()}>Unpublish</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
