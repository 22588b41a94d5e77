import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";

type Props = {
  page: { title: string; status: string; version: number };
  open: boolean;
  onClose: () => void;
  onDelete: () => Promise<void>;
};

/** A page that visitors see is not deleted by one question: it is taken off the net first. */
export function DeletePageDialog({ page, open, onClose, onDelete }: Props) {
  const live = page.status === "published";
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{live ? `${page.title} is published` : `Delete ${page.title}?`}</AlertDialogTitle>
        <AlertDialogDescription>
          {live
            ? "Visitors see it now. Open it and unpublish it first; then it can be deleted."
            : "Its draft, its versions, its domain and its figures go with it. Leads that came from it stay. This cannot be undone."}
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>{live ? "Close" : "Keep it"}</AlertDialogCancel>
          {!live && <AlertDialogAction onClick={() => void onDelete()}>Delete page</AlertDialogAction>}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
