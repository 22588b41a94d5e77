import { useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
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

/** What can be done with a page without opening it. */
export function PageMenu({ page }: { page: PageListItem }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.landingPages() });
  const duplicate = useSingleFlight(async () => {
    const id = crypto.randomUUID();
    try {
      await duplicatePage(page.id, id);
      void refresh();
      toast.success(`A copy of ${page.title} was made`);
      void navigate(`/admin/landing-pages/${id}`);
    } catch (error) {
      toast.error(problemText(error, "The copy was not made"));
    }
  });
  const remove = async () => {
    try {
      await deletePage(page.id);
      toast.success(`${page.title} was deleted`);
    } catch (error) {
      toast.error(problemText(error, "The page was not deleted"));
    }
    void refresh();
  };
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
                Open what visitors see
              </a>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => void duplicate()}>
            <Copy aria-hidden="true" />
            Duplicate
          </DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={() => setAsking(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DeletePageDialog page={page} open={asking} onClose={() => setAsking(false)} onDelete={remove} />
    </>
  );
}

type Props = {
  page: { title: string; status: string; version: number };
  open: boolean;
  onClose: () => void;
  onDelete: () => Promise<void>;
};

/** A page that visitors see is not deleted by one question: it is taken off the net first. */
function DeletePageDialog({ page, open, onClose, onDelete }: Props) {
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
