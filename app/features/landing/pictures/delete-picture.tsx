import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { brandQuery } from "../lib/brand.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { deletePicture, pictureUsesQuery } from "./api.ts";
import { displayName } from "./picture-grid.tsx";

type Props = { name: string; onClose: () => void; onDeleted: () => void };

/** Asks before a picture is deleted. A picture that a page shows stays, and the dialog names the pages. */
export function DeletePicture({ name, onClose, onDeleted }: Props) {
  const uses = useQuery(pictureUsesQuery(name));
  const remove = useAction({
    action: () => deletePicture(name),
    errorMessage: "Couldn't delete the picture",
    successMessage: (isDeleted) => (isDeleted ? "Picture deleted" : null),
    invalidates: [queryKeys.landingPictures()],
    onSuccess: (isDeleted) => (isDeleted ? onDeleted() : void uses.refetch()),
  });
  const brand = useQuery(brandQuery);
  const isIcon = brand.data?.favicon === name;
  const isUsed = isIcon || (uses.data ?? []).length > 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isUsed ? "This picture is in use" : "Delete this picture?"}
      description={
        isUsed
          ? `Remove ${displayName(name)} there first. Then you can delete it.`
          : `This permanently deletes ${displayName(name)}. Earlier versions of pages lose it, too.`
      }
      cancelLabel={isUsed ? "Close" : "Cancel"}
      confirmLabel={isUsed ? null : "Delete picture"}
      busy={remove.busy}
      disabled={!uses.data}
      onConfirm={() => void remove.run()}
    >
      <QueryBoundary
        query={uses}
        errorMessage="Couldn't check which pages show the picture"
        skeleton={<Skeleton className="h-5 w-56" role="status" aria-label="Checking which pages show the picture" />}
      >
        {(found) =>
          isUsed && (
            <ul aria-label="Pages with this picture" className="grid max-h-48 gap-1.5 overflow-y-auto text-13">
              {isIcon && (
                <li>
                  <a href={pagesPath("brand")} target="_blank" rel="noopener">
                    The icon of your brand
                  </a>
                </li>
              )}
              {found.map(({ page_id, title, is_live }) => (
                <li key={page_id} className="min-w-0">
                  <a href={pagesPath(page_id)} target="_blank" rel="noopener" className="break-words">
                    {title}
                  </a>
                  <span className="text-ink-3">{is_live ? ", published" : ", draft"}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </ConfirmDialog>
  );
}
