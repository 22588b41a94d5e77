import { ChartColumn, Copy, Ellipsis, ExternalLink, FlaskConical, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { deletePage, duplicatePage, type PageListItem } from "../lib/api.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { ReviewDialog, reviewed } from "./review-dialog.tsx";

type MenuProps = {
  page: PageListItem;
  /** Where the page opens. */
  path: string;
  isAdmin: boolean;
  mayWrite: boolean;
};

export function PageMenu({ page, path, isAdmin, mayWrite }: MenuProps) {
  const [asking, setAsking] = useState<"delete" | "move" | "review" | null>(null);
  const close = () => setAsking(null);
  const navigate = useNavigate();
  const duplicate = useAction({
    action: (_, id) => duplicatePage(page.id, id).then(() => id),
    successMessage: `${page.title} duplicated`,
    errorMessage: "Couldn't duplicate the page",
    invalidates: [queryKeys.landingPages()],
    onSuccess: (id) => void navigate(pagesPath(id)),
  });
  const remove = useAction({
    action: () => deletePage(page.id),
    successMessage: `${page.title} deleted`,
    errorMessage: "Couldn't delete the page",
    invalidates: [queryKeys.landingPages()],
  });
  const waits = isAdmin && page.request_state === "waiting";
  if (!isAdmin && !mayWrite && page.status !== "published") return null;
  return (
    <div className="flex justify-end gap-1.5">
      {waits && (
        <Button size="sm" className="z-1" aria-label={`Review ${page.title}`} onClick={() => setAsking("review")}>
          Review
        </Button>
      )}
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
          {page.version > 0 && (
            <>
              <DropdownMenuItem asChild>
                <RouterLink to={`${path}?tab=stats`}>
                  <ChartColumn aria-hidden="true" />
                  Statistics
                </RouterLink>
              </DropdownMenuItem>
              {mayWrite && (
                <DropdownMenuItem asChild>
                  <RouterLink to={`${path}?tab=tests`}>
                    <FlaskConical aria-hidden="true" />
                    Tests
                  </RouterLink>
                </DropdownMenuItem>
              )}
            </>
          )}
          {mayWrite && (
            <DropdownMenuItem onSelect={() => void duplicate.run()}>
              <Copy aria-hidden="true" />
              Duplicate
            </DropdownMenuItem>
          )}
          {isAdmin && (
            <DropdownMenuItem onSelect={() => setAsking("move")}>
              <FolderInput aria-hidden="true" />
              Move to another account
            </DropdownMenuItem>
          )}
          {mayWrite && (
            <DropdownMenuItem variant="danger" onSelect={() => setAsking("delete")}>
              <Trash2 aria-hidden="true" />
              Delete
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <DeletePageDialog
        page={page}
        isAdmin={isAdmin}
        open={asking === "delete"}
        onClose={close}
        onDelete={() => void remove.run()}
        onOpen={() => void navigate(path)}
      />
      <MoveDialog page={page} open={asking === "move"} onClose={close} />
      <ReviewDialog page={reviewed(page)} open={asking === "review"} onClose={close} />
    </div>
  );
}

type Props = {
  page: { title: string; status: string };
  isAdmin: boolean;
  open: boolean;
  onClose: () => void;
  onDelete: () => void;
  onOpen: () => void;
};

/** Users must unpublish a page before they can delete it. */
function DeletePageDialog({ page, isAdmin, open, onClose, onDelete, onOpen }: Props) {
  const live = page.status === "published";
  const undo = isAdmin ? "From the audit log, you can restore the page and its draft." : "You can't undo this.";
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={live ? `${page.title} is published` : `Delete ${page.title}?`}
      description={
        live
          ? "Visitors can see it now. Open the page and unpublish it before you delete it."
          : `This also deletes its draft, versions, domain, and statistics. Leads from the page stay. ${undo}`
      }
      cancelLabel={live ? "Close" : "Keep it"}
      confirmLabel={live ? "Open page" : "Delete page"}
      variant={live ? "primary" : "danger"}
      onConfirm={live ? onOpen : onDelete}
    />
  );
}
