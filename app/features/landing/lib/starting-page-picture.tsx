import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import { renderDraft } from "./render-draft.ts";
import type { StartingPage } from "./starting-page.ts";

/** The blocks that fit into the picture. More would only take time. */
const SHOWN_BLOCKS = 3;

/** The top of a page that does not exist yet, rendered when it comes into view. */
export function StartingPagePicture({ page }: { page: StartingPage }) {
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  return (
    <span ref={place} className="@container block size-full overflow-clip">
      {isSeen && <Rendered page={page} />}
    </span>
  );
}

/** A page for wide screens, scaled down to the width of its place, without scripts. */
function Rendered({ page }: { page: StartingPage }) {
  const html = useMemo(
    () =>
      renderDraft({
        slug: "new",
        title: page.title,
        description: page.description,
        hide_title: true,
        content: blocksToHtml(page.blocks.slice(0, SHOWN_BLOCKS)),
        blocks: null,
        theme: page.theme,
        custom_css: "",
        custom_js: "",
      }),
    [page],
  );
  return (
    <iframe
      title={`Picture of ${page.title}`}
      tabIndex={-1}
      sandbox=""
      srcDoc={withoutScripts(html)}
      // The tangent makes a plain number of two lengths.
      className="pointer-events-none size-[1120px] origin-top-left scale-[tan(atan2(100cqw,1120px))]"
    />
  );
}

/** Removes scripts, because the sandbox would block them and log an error for each one. */
function withoutScripts(page: string): string {
  return page.replace(/<script\b[\s\S]*?<\/script>/gi, "");
}

/** Whether the element has been on the screen, or close to it. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        watch.disconnect();
      },
      { rootMargin: "200px" },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isSeen;
}
