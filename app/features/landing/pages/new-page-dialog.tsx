import { lazy, Suspense } from "react";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** The templates' words and the renderer are fetched for those who begin a page. */
const TemplateGallery = lazy(() =>
  import("./template-gallery.tsx").then(({ TemplateGallery }) => ({ default: TemplateGallery })),
);

export function NewPageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent className="md:max-w-[920px]">
        <DialogTitle>New landing page</DialogTitle>
        <DialogDescription>
          Choose what to begin with. All of it can be changed, and nothing is public yet.
        </DialogDescription>
        <Suspense fallback={<GallerySkeleton />}>
          <TemplateGallery onCancel={onClose} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}

function GallerySkeleton() {
  return (
    <div role="status" aria-label="Loading the templates" className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {["a", "b", "c", "d", "e", "f", "g"].map((name) => (
        <Skeleton key={name} className="h-44 rounded-card" />
      ))}
    </div>
  );
}
