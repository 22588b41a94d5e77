import { Copy, Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { deletePage, duplicatePage, type PageListItem } from "../lib/api.ts";

export function PageMenu({ page }: { page: PageListItem }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const duplicate = useAction({
    action: (_, id) => duplicatePage(page.id, id).then(() => id),
    successMessage: `${page.title} duplicated`,
    errorMessage: "Couldn't duplicate the page",
    invalidates: [queryKeys.landingPages()],
    onSuccess: (id) => void navigate(`/admin/landing-pages/${id}`),
  });
  const remove = useAction({
    action: () => deletePage(page.id),
    successMessage: `${page.title} deleted`,
    errorMessage: "Couldn't delete the page",
    invalidates: [queryKeys.landingPages()],
  });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${page.title}`} className="z-1">
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {page.status === "published" && (
            <DropdownMenuItem asChild>
              <a href={`/landing/${page.slug}`} target="_blank" rel="noopener">
                <ExternalLink aria-hidden="true" />
                View live page
              </a>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => void duplicate.run()}>
            <Copy aria-hidden="true" />
            Duplicate
          </DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={() => setAsking(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DeletePageDialog page={page} open={asking} onClose={() => setAsking(false)} onDelete={() => void remove.run()} />
    </>
  );
}

type Props = {
  page: { title: string; status: string; version: number };
  open: boolean;
  onClose: () => void;
  onDelete: () => void;
};

/** Users must unpublish a page before they can delete it. */
function DeletePageDialog({ page, open, onClose, onDelete }: Props) {
  const live = page.status === "published";
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{live ? `${page.title} is published` : `Delete ${page.title}?`}</AlertDialogTitle>
        <AlertDialogDescription>
          {live
            ? "Visitors can see it now. Open the page and unpublish it before you delete it."
            : "This also deletes its draft, versions, domain, and statistics. Leads from the page stay. You can't undo this."}
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>{live ? "Close" : "Keep it"}</AlertDialogCancel>
          {!live && <AlertDialogAction onClick={onDelete}>Delete page</AlertDialogAction>}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
