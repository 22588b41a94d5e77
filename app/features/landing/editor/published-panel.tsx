import { ExternalLink } from "lucide-react";
import { useEffect, useRef } from "react";
import { CopyButton } from "~/shared/copy-button.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { LoadedPage } from "./api.ts";
import { liveUrl } from "./use-editor.ts";

/** Says that the page is live, with its address, until someone closes it. */
export function PublishedPanel({ page, version }: { page: LoadedPage; version: number }) {
  const view = useRef<HTMLAnchorElement>(null);
  // The button that published the page is gone.
  useEffect(() => {
    view.current?.focus();
  }, []);
  const url = new URL(liveUrl(page), location.href).href;
  return (
    <>
      <DialogTitle>Version {version} is live</DialogTitle>
      <DialogDescription>Anyone with this link can open the page now.</DialogDescription>
      <div className="flex min-w-0 items-center gap-2 rounded-ctl border border-line bg-sunken py-1.5 pr-1.5 pl-3 text-13">
        <span className="wrap-anywhere min-w-0 flex-1">{url.replace(/^https?:\/\//, "")}</span>
        <CopyButton text={url} what="the link" />
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
        <Button variant="primary" asChild>
          <a ref={view} href={url} target="_blank" rel="noopener">
            <ExternalLink aria-hidden="true" />
            View page
          </a>
        </Button>
      </DialogFooter>
    </>
  );
}
